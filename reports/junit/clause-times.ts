import type { EvidenceExchange } from '../evidence/lines.ts';
import type { ClauseRow } from '../statement/format.ts';

/** The time that each clause took. */
export interface ClauseTimes {
  /** In milliseconds; 0 where no exchange exercised the clause. */
  of(row: Pick<ClauseRow, 'id' | 'operation'>): number;
}

/**
 * Shares the time of every exchange equally among the rows that it exercised, so that the cases of a suite add up to the
 * time that the service took.
 */
export function clauseTimes(
  rows: readonly Pick<ClauseRow, 'id' | 'operation'>[],
  exchanges: readonly Pick<EvidenceExchange, 'operation' | 'received' | 'judgement'>[],
): ClauseTimes {
  // By operation, '' for rows of none, then by clause: a run exercises half a million of them.
  const times = new Map<string, Map<string, number>>();
  for (const { id, operation = '' } of rows) {
    const own = times.get(operation) ?? new Map<string, number>();
    times.set(operation, own.set(id, 0));
  }
  const shared = times.get('');
  for (const { operation, received, judgement } of exchanges) {
    const own = times.get(operation);
    const exercised = [...new Set(judgement.exercised)].flatMap((id) => {
      const holder = own?.has(id) ? own : shared?.has(id) ? shared : undefined;
      return holder === undefined ? [] : [{ holder, id }];
    });
    const part = received.durationMs / exercised.length;
    for (const { holder, id } of exercised) holder.set(id, (holder.get(id) ?? 0) + part);
  }
  return { of: ({ id, operation = '' }) => times.get(operation)?.get(id) ?? 0 };
}
