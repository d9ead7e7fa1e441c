import type { Verdict } from '../../schemas/types.ts';
import type { ClauseRow } from '../statement/format.ts';

/** Where a difference points: a service does worse, does better, or only does otherwise. */
export type Direction = 'worse' | 'better' | 'other';

/** The order in which directions are told. */
export const directions = ['worse', 'better', 'other'] as const satisfies readonly Direction[];

// What was judged; an observation is as good as a pass, and everything else was not judged.
const grades: Readonly<Partial<Record<Verdict, number>>> = {
  'suite-error': 0,
  fail: 1,
  warn: 2,
  observed: 3,
  pass: 3,
};

/** What of a row of a statement a comparison looks at. */
export type ComparedRow = Pick<ClauseRow, 'verdict' | 'because' | 'deviation'>;

/** Whether a row holds a judgement, or the try of one. */
export function isTold(row: ComparedRow | undefined): boolean {
  return row !== undefined && (row.verdict === 'inconclusive' || grades[row.verdict] !== undefined);
}

// The run meant to test it, and the service gave nothing to judge.
function isLost({ verdict, because }: ComparedRow): boolean {
  return (
    verdict === 'inconclusive' ||
    (verdict === 'not-tested' && (because === 'unaccepted' || because === 'hindered'))
  );
}

/** The direction from one row to another of the same clause and operation; a known deviation is accepted and so never worse. */
export function directionOf(from: ComparedRow | undefined, to: ComparedRow | undefined): Direction {
  if (from === undefined || to === undefined) return 'other';
  const [before, after] = [grades[from.verdict], grades[to.verdict]];
  const isBreach = after !== undefined && after < 3;
  if (isBreach && to.deviation !== undefined) return 'other';
  if (before !== undefined && after !== undefined)
    return after < before ? 'worse' : after > before ? 'better' : 'other';
  if (before === undefined) return isBreach ? 'worse' : 'other';
  return before === 3 && isLost(to) ? 'worse' : 'other';
}
