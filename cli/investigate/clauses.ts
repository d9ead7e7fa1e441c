import pc from 'picocolors';
import { faults } from '../../mock/faults/registry.ts';
import { whereChecked } from '../../schemas/checks.ts';
import { clauses as register } from '../../schemas/clauses.ts';
import { buildOpenApi } from '../../schemas/openapi.ts';
import { counted, listed } from '../../schemas/plain-text.ts';
import type { Clause } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { oneOf, refuseUnused } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

interface Row extends Clause {
  readonly checkedBy: readonly string[];
  /** The specs that exercise the clause; every other exchange of its operations is judged by it too. */
  readonly specs: readonly string[];
  /** Planted faults that prove that a breach is noticed. */
  readonly faults: readonly string[];
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

function describeRow(row: Row): string {
  // A clause on one field of every batch is checked in as many places; the first few are enough.
  const some = (word: string, all: readonly string[] = []) =>
    all.length === 0 ? [] : [`${word}: ${listed(all, 6)}`];
  const lines = [
    row.statement,
    ...some('operations', row.operations),
    ...some('also in', row.alsoIn),
    ...some('checked in', row.checkedBy),
    ...some('reached by: every exchange, first of', row.specs),
    ...some('proved by', row.faults),
    ...Object.entries(row.gap ?? {}).map(([kind, text]) => `${kind}: ${text}`),
    ...(row.conflict === undefined ? [] : [`${row.conflict.id}: ${row.conflict.readings.join(' | ')}`]),
  ];
  const head = `${pc.bold(row.id)}  ${row.evidence}  (${row.obliged})`;
  return [head, ...lines.map((line) => `    ${line}`)].join('\n');
}

function noneFound(term = '', evidence?: string): string {
  const meant = term.includes('/')
    ? didYouMean(
        term,
        register.map(({ id }) => id),
      )
    : '';
  const of = evidence === undefined ? '' : ` of evidence ${evidence}`;
  return `No clause${of} matches "${term}".${meant} Sections are numbers such as 2.9.`;
}

/** Lists clauses with their evidence, checks, specs and faults; or prints the OpenAPI document made from the schemas. */
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
    .option('--json', 'print rows as JSON')
    .option('--openapi', 'print the interface as an OpenAPI 3.1 document, made from the same schemas');
  return (term: string | undefined, options: { evidence?: string; json?: true; openapi?: true }) => {
    if (options.openapi === true) {
      refuseUnused(command, 'the OpenAPI document', ['openapi']);
      if (term !== undefined)
        throw new ConfigurationError('--openapi prints the whole interface: leave the term out.');
      console.log(JSON.stringify(buildOpenApi(), null, 2));
      return exitStatus.conformant;
    }
    const checked = whereChecked();
    const rows: Row[] = found(term)
      .filter(({ evidence }) => options.evidence === undefined || evidence === options.evidence)
      .map((row) => ({
        ...row,
        checkedBy: checked.get(row.id) ?? [],
        specs: specsOf(row),
        faults: faults.filter(({ clause }) => clause === row.id).map(({ id }) => id),
      }));
    if (options.json) console.log(JSON.stringify(rows, null, 2));
    else for (const row of rows) console.log(`${describeRow(row)}\n`);
    if (rows.length === 0) {
      console.error(noneFound(term, options.evidence));
      return exitStatus.usage;
    }
    if (!options.json) console.log(counted(rows.length, 'clause'));
    return exitStatus.conformant;
  };
};
