import { verdicts } from '../../schemas/types.ts';
import type { Deviation } from '../deviations.ts';
import type { ClauseRow, DeviationRow } from './format.ts';
import type { Tally } from './tally.ts';

function isBreach({ verdict }: ClauseRow): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

function appliesTo(deviation: Deviation, row: ClauseRow): boolean {
  return (
    row.id === deviation.clause && (row.operation === undefined || row.operation === deviation.operation)
  );
}

function stateOf(
  deviation: Deviation,
  rows: readonly ClauseRow[],
  earlier: readonly Deviation[],
  today: string,
): DeviationRow['state'] {
  const row = rows.find((one) => appliesTo(deviation, one));
  if (row === undefined) return 'unmatched';
  if (
    earlier.some(({ clause, operation }) => clause === deviation.clause && operation === deviation.operation)
  )
    return 'duplicate';
  if (deviation.expires < today) return 'expired';
  if (isBreach(row)) return 'met';
  // An inconclusive or unexercised clause cannot tell whether the deviation is gone.
  return verdicts.indexOf(row.verdict) > verdicts.indexOf('warn') && row.exchanges > 0
    ? 'stale'
    : 'not-exercised';
}

/** What became of the known deviations; `today` is `YYYY-MM-DD`. */
export function deviationRows(
  deviations: readonly Deviation[],
  rows: readonly ClauseRow[],
  { counts }: Tally,
  today: string,
): DeviationRow[] {
  return deviations.map((deviation, index) => ({
    ...deviation,
    state: stateOf(deviation, rows, deviations.slice(0, index), today),
    findings: counts.get(deviation.clause)?.get(deviation.operation)?.findings ?? 0,
  }));
}

/** The deviation that covers a clause in an operation, or undefined. */
export function coveringId(
  deviations: readonly DeviationRow[],
  row: Pick<ClauseRow, 'id' | 'operation'>,
): string | undefined {
  return deviations.find(
    ({ state, clause, operation }) =>
      state === 'met' && clause === row.id && (row.operation ?? operation) === operation,
  )?.id;
}

/** The rows with the deviation that covers them. */
export function markKnown(rows: readonly ClauseRow[], deviations: readonly DeviationRow[]): ClauseRow[] {
  return rows.map((row) => {
    const deviation = isBreach(row) ? coveringId(deviations, row) : undefined;
    return deviation === undefined ? row : { ...row, deviation };
  });
}
