import type { ClauseId, Finding, Observation } from '../types.ts';

/** The result of judging more than one exchange. */
export interface Verdicts {
  readonly findings: readonly Finding[];
  readonly exercised: readonly ClauseId[];
  readonly observations: readonly Observation[];
}
