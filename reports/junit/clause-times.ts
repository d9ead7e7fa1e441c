import type { EvidenceExchange } from '../evidence/lines.ts';
import type { ClauseRow } from '../statement/format.ts';

/** The time that each clause took. */
export interface ClauseTimes {
  /** In milliseconds; 0 where no exchange exercised the clause. */
  of(row: Pick<ClauseRow, 'id' | 'operation'>): number;
}

const keyOf = (id: string, operation = '') => `${operation}\n${id}`;

/**
 * Shares the time of every exchange equally among the rows that it exercised, so that the cases of a suite add up to the
 * time that the service took.
 */
export function clauseTimes(
  rows: readonly Pick<ClauseRow, 'id' | 'operation'>[],
  exchanges: readonly Pick<EvidenceExchange, 'operation' | 'received' | 'judgement'>[],
): ClauseTimes {
  const told = new Set(rows.map(({ id, operation }) => keyOf(id, operation)));
  const times = new Map<string, number>();
  for (const { operation, received, judgement } of exchanges) {
    const exercised = [...new Set(judgement.exercised)]
      .map((id) => (told.has(keyOf(id, operation)) ? keyOf(id, operation) : keyOf(id)))
      .filter((key) => told.has(key));
    for (const key of exercised)
      times.set(key, (times.get(key) ?? 0) + received.durationMs / exercised.length);
  }
  return { of: ({ id, operation }) => times.get(keyOf(id, operation)) ?? 0 };
}
