import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import type { Statement } from '../reports/statement/format.ts';
import { whereChecked } from '../schemas/checks.ts';
import { clauses as register } from '../schemas/clauses.ts';
import type { Clause } from '../schemas/types.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { readSettings } from '../targets/settings.ts';
import { exitStatus } from './exit-status.ts';
import { readStatement } from './read-statement.ts';
import type { Subcommand } from './subcommand.ts';

interface Row extends Clause {
  readonly checkedBy: readonly string[];
  readonly lastVerdicts: readonly string[];
}

// A register is worth reading without the verdicts of a run, too.
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

function lastVerdicts(out: string): ReadonlyMap<string, readonly string[]> {
  const seen = new Map<string, string[]>();
  for (const { id, verdict, operation } of lastStatement(out)?.clauses ?? []) {
    const words = seen.get(id) ?? [];
    words.push(operation === undefined ? verdict : `${operation} ${verdict}`);
    seen.set(id, words);
  }
  return seen;
}

function describeRow(row: Row): string {
  const gap = row.gap === undefined ? [] : Object.entries(row.gap).map(([kind, text]) => `${kind}: ${text}`);
  const lines = [
    row.statement,
    ...(row.operations.length === 0 ? [] : [`operations: ${row.operations.join(', ')}`]),
    ...(row.checkedBy.length === 0 ? [] : [`checked by: ${row.checkedBy.join(', ')}`]),
    ...gap,
    ...(row.conflict === undefined ? [] : [`${row.conflict.id}: ${row.conflict.readings.join(' | ')}`]),
    ...(row.lastVerdicts.length === 0 ? [] : [`last verdict: ${row.lastVerdicts.join(', ')}`]),
  ];
  const head = `${pc.bold(row.id)}  ${row.evidence}  (${row.obliged})`;
  return [head, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Lists the register of clauses: evidence, where each is checked, and the verdict of the last run. */
export const clauses: Subcommand = (program, finish) => {
  program
    .command('clauses')
    .argument('[start]', 'a section or the start of a clause id, for example 2.9 or 2.9/refund')
    .option('--evidence <kind>', 'only stated, sampled, implied, silent or conflicting')
    .option('--json', 'print rows as JSON')
    .addHelpText('after', '\nExample: npx conformance clauses 2.9')
    .action((start: string | undefined, options: { evidence?: string; json?: true }) => {
      const checked = whereChecked();
      const last = lastVerdicts(readSettings().out);
      const rows: Row[] = register
        .filter(
          ({ id, section }) =>
            start === undefined ||
            section === start ||
            id.startsWith(start.includes('/') ? start : `${start}/`),
        )
        .filter(({ evidence }) => options.evidence === undefined || evidence === options.evidence)
        .map((row) => ({
          ...row,
          checkedBy: checked.get(row.id) ?? [],
          lastVerdicts: last.get(row.id) ?? [],
        }));
      if (options.json) console.log(JSON.stringify(rows, null, 2));
      else for (const row of rows) console.log(`${describeRow(row)}\n`);
      if (rows.length === 0)
        console.error(`No clause begins with "${start ?? ''}". Sections are numbers such as 2.9.`);
      else if (!options.json) console.log(rows.length === 1 ? '1 clause' : `${rows.length} clauses`);
      finish(rows.length === 0 ? exitStatus.usage : exitStatus.conformant);
    });
};
