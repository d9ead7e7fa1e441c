import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { faults } from '../../mock/faults/registry.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { whereChecked } from '../../schemas/checks.ts';
import { clauses as register } from '../../schemas/clauses.ts';
import { groupedBy } from '../../schemas/json.ts';
import { listed } from '../../schemas/plain-text.ts';
import type { Clause } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { readSettings } from '../../targets/settings.ts';
import { readStatement } from '../after/read-reports.ts';
import { oneOf } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

interface Row extends Clause {
  readonly checkedBy: readonly string[];
  /** The specs that exercise the clause; every other exchange of its operations is judged by it too. */
  readonly specs: readonly string[];
  /** Planted faults that prove that a breach is noticed. */
  readonly faults: readonly string[];
  readonly lastVerdicts: readonly string[];
  /** The passage in the reader's copy of the document, or that it has none. */
}

// The register is useful even without the verdicts of a run.
function lastStatement(out: string): Statement | undefined {
  if (!existsSync(join(out, 'conformance.json'))) return undefined;
  try {
    return readStatement(out);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(`Verdicts of the last run are left out: ${error.message}`);
    return undefined;
  }
}

/** Returns whether a clause matches a section, the start of its id, an operation, a field or a part of its id. */
function isAskedFor({ id, section, alsoIn = [], operations }: Clause, term: string): boolean {
  if (term.includes('/')) return id.startsWith(term);
  return (
    section === term ||
    alsoIn.includes(term) ||
    operations.some((operation) => operation === term) ||
    id.split('/').includes(term)
  );
}

function found(term: string | undefined): readonly Clause[] {
  if (term === undefined) return register;
  const asked = register.filter((clause) => isAskedFor(clause, term));
  return asked.length > 0
    ? asked
    : register.filter(({ id }) => id.toLowerCase().includes(term.toLowerCase()));
}

function specsOf({ operations, obliged }: Clause): readonly string[] {
  if (obliged === 'caller' || operations.length > 4) return [];
  return operations.map((operation) => `specs/${operation}.spec.ts`);
}

// A clause on one field of every batch is checked in as many places; the first few are enough.
const shown = 6;

function describeRow(row: Row): string {
  const gap = row.gap === undefined ? [] : Object.entries(row.gap).map(([kind, text]) => `${kind}: ${text}`);
  const lines = [
    row.statement,
    ...(row.operations.length === 0 ? [] : [`operations: ${row.operations.join(', ')}`]),
    ...(row.alsoIn === undefined ? [] : [`also in: ${row.alsoIn.join(', ')}`]),
    ...(row.checkedBy.length === 0 ? [] : [`checked in: ${listed(row.checkedBy, shown)}`]),
    ...(row.specs.length === 0 ? [] : [`reached by: every exchange, first of ${listed(row.specs, shown)}`]),
    ...(row.faults.length === 0 ? [] : [`proved by: ${listed(row.faults, shown)}`]),
    ...gap,
    ...(row.conflict === undefined ? [] : [`${row.conflict.id}: ${row.conflict.readings.join(' | ')}`]),
    ...(row.lastVerdicts.length === 0 ? [] : [`last verdict: ${row.lastVerdicts.join(', ')}`]),
  ];
  const head = `${pc.bold(row.id)}  ${row.evidence}  (${row.obliged})`;
  return [head, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Lists clauses with their evidence, checks, specs, faults and the verdict of the last run. */
export const clauses: Subcommand = (command) => {
  command
    .argument(
      '[term]',
      'a section, operation, field, or part of a clause id: 4.4, capture, refund_reference_id, 2.9/refund',
    )
    .option(
      '--evidence <kind>',
      'only stated, sampled, implied, silent or conflicting',
      oneOf('--evidence', ['stated', 'sampled', 'implied', 'silent', 'conflicting']),
    )
    .option('--json', 'print rows as JSON');
  return (start: string | undefined, options: { evidence?: string; json?: true }) => {
    const checked = whereChecked();
    const last = groupedBy(lastStatement(readSettings().out)?.clauses ?? [], ({ id }) => id);
    const rows: Row[] = found(start)
      .filter(({ evidence }) => options.evidence === undefined || evidence === options.evidence)
      .map((row) => ({
        ...row,
        checkedBy: checked.get(row.id) ?? [],
        specs: specsOf(row),
        faults: faults.filter(({ clause }) => clause === row.id).map(({ id }) => id),
        lastVerdicts: (last.get(row.id) ?? []).map(({ operation = '', verdict }) =>
          `${operation} ${verdict}`.trim(),
        ),
      }));
    if (options.json) console.log(JSON.stringify(rows, null, 2));
    else for (const row of rows) console.log(`${describeRow(row)}\n`);
    if (rows.length === 0) {
      const ids = register.map(({ id }) => id);
      const meant = start?.includes('/') === true ? didYouMean(start, ids) : '';
      const of = options.evidence === undefined ? '' : ` of evidence ${options.evidence}`;
      console.error(`No clause${of} matches "${start ?? ''}".${meant} Sections are numbers such as 2.9.`);
    } else if (!options.json) console.log(rows.length === 1 ? '1 clause' : `${rows.length} clauses`);
    return rows.length === 0 ? exitStatus.usage : exitStatus.conformant;
  };
};
