import pc from 'picocolors';
import { plainLine } from '../schemas/plain-text.ts';
import type { CheckRow } from './check-rows.ts';
import { causeLines, columns, type SharedCause, wrapped } from './words.ts';

const marks = {
  good: pc.green('good'.padEnd(11)),
  bad: pc.red('bad'.padEnd(11)),
  'not asked': pc.dim('not asked'.padEnd(11)),
} as const satisfies Record<CheckRow['state'], string>;

const nameWidth = 22;
const markWidth = 11;

function rowLines({ what, state, says }: CheckRow): string[] {
  const indent = nameWidth + markWidth;
  return wrapped(plainLine(says), columns - indent).map((line, at) =>
    at === 0 ? `${what.padEnd(nameWidth)}${marks[state]}${line}` : `${' '.repeat(indent)}${line}`,
  );
}

/** The table of a check, and below it what is the matter, each cause once. */
export function checkLines(rows: readonly CheckRow[], causes: readonly SharedCause[]): readonly string[] {
  return [...rows.flatMap(rowLines), ...causes.flatMap((shared) => ['', ...causeLines(shared)])];
}
