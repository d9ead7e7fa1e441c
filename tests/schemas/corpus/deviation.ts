import { cappedVerdict, clauseOf } from '../../../schemas/clauses.ts';
import type { ClauseId, Exchange, Verdict } from '../../../schemas/types.ts';

/** An exchange that deviates from one clause, and the clause that its findings have to name. */
export interface Deviation {
  readonly title: string;
  readonly clause: ClauseId;
  readonly exchange: Exchange;
  /** Where it is judged more mildly than the evidence of its clause would allow. */
  readonly verdict?: 'warn';
}

/** The verdict that a deviation is to get: the worst that its clause may give, unless it is a milder one. */
export function verdictOf({ clause, verdict }: Pick<Deviation, 'clause' | 'verdict'>): Verdict {
  return verdict ?? cappedVerdict(clauseOf(clause).evidence, 'fail');
}
