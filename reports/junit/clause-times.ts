import type { EvidenceExchange } from '../evidence/lines.ts';
import type { ClauseRow } from '../statement/format.ts';

interface Time {
  ms: number;
  /** The last exchange that shares in it, so that a clause which is listed twice has one share. */
  last?: object;
}

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
  const times = new Map<string, Map<string, Time>>();
  for (const { id, operation = '' } of rows) {
    const own = times.get(operation) ?? new Map<string, Time>();
    times.set(operation, own.set(id, { ms: 0 }));
  }
  const shared = times.get('');
  for (const exchange of exchanges) {
    const { operation, received, judgement } = exchange;
    const own = times.get(operation);
    const exercised: Time[] = [];
    for (const id of judgement.exercised) {
      const time = own?.get(id) ?? shared?.get(id);
      if (time === undefined || time.last === exchange) continue;
      time.last = exchange;
      exercised.push(time);
    }
    const part = received.durationMs / exercised.length;
    for (const time of exercised) time.ms += part;
  }
  return { of: ({ id, operation = '' }) => times.get(operation)?.get(id)?.ms ?? 0 };
}
