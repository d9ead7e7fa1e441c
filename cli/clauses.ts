import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { whereChecked } from '../schemas/checks.ts';
import { clauses as register } from '../schemas/clauses.ts';
import type { Clause } from '../schemas/types.ts';
import { readSettings } from '../targets/settings.ts';
import { exitStatus } from './exit-status.ts';
import type { Subcommand } from './subcommand.ts';

interface Row extends Clause {
  readonly checkedBy: readonly string[];
  readonly lastVerdicts: readonly string[];
}

function lastVerdicts(out: string): ReadonlyMap<string, readonly string[]> {
  const file = join(out, 'conformance.json');
  if (!existsSync(file)) return new Map();
  const statement = JSON.parse(readFileSync(file, 'utf8')) as {
    clauses: { id: string; verdict: string; operation?: string }[];
  };
  const seen = new Map<string, string[]>();
  for (const { id, verdict, operation } of statement.clauses) {
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
      else if (!options.json) console.log(`${rows.length} clauses`);
      finish(rows.length === 0 ? exitStatus.usage : exitStatus.conformant);
    });
};
