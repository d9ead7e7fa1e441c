import pc from 'picocolors';
import { type Evidence, verdicts } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';
import { paint } from './paint.ts';

const evidences: readonly Evidence[] = ['stated', 'sampled', 'implied', 'conflicting', 'silent'];

/** Widths of the names of verdicts and of a column: the longest word of each and two blanks; together less than 80. */
const nameWidth = 16;
const width = 12;

/** Cells of the widest table of a summary. */
export const tableWidth = 76;

/** Clauses on the service, a line for each verdict and a column for each kind of evidence; words instead of columns where they do not fit. */
export function totalLines(
  { totals, callerTotals, keptInPart = [] }: Pick<Statement, 'totals' | 'callerTotals' | 'keptInPart'>,
  columns: number = tableWidth,
): readonly string[] {
  const count = (evidence: Evidence, verdict: (typeof verdicts)[number]) => totals[evidence][verdict] ?? 0;
  const shown = verdicts.filter((verdict) => evidences.some((evidence) => count(evidence, verdict) > 0));
  const head = ['clauses'.padEnd(nameWidth), ...evidences.map((evidence) => evidence.padStart(width))].join(
    '',
  );
  const isNarrow = columns < tableWidth;
  const rows = shown.map((verdict) => {
    const words = evidences.filter((evidence) => count(evidence, verdict) > 0);
    if (isNarrow)
      return `${paint(verdict, verdict.padEnd(nameWidth))}${words.map((evidence) => `${count(evidence, verdict)} ${evidence}`).join(', ')}`;
    const cells = evidences.map((evidence) => {
      const cell = count(evidence, verdict);
      return cell === 0 ? pc.dim('·'.padStart(width)) : paint(verdict, String(cell).padStart(width));
    });
    return [paint(verdict, verdict.padEnd(nameWidth)), ...cells].join('');
  });
  const kept = evidences.reduce((sum, evidence) => sum + (callerTotals[evidence].pass ?? 0), 0);
  return [
    isNarrow ? 'clauses' : head,
    ...rows,
    pc.dim('Clauses on the service; one counts once for each operation that it is about.'),
    pc.dim(`Our requests kept ${kept} ${kept === 1 ? 'clause' : 'clauses'} on the caller.`),
    ...keptInPart.map(
      ({ why, exchanges }) =>
        `Kept in part only: ${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'} (${why}).`,
    ),
    '',
  ];
}
