import { judgeRun, unexplainedFindings, type Verdicts } from '../schemas/judge/judge-run.ts';
import type { ClauseId, Finding, JudgedExchange } from '../schemas/types.ts';

/** What was seen of one service. */
export interface JudgedService {
  readonly judged: readonly JudgedExchange[];
  /** All findings: of exchanges, of pairs, and of rules across exchanges. */
  readonly findings: readonly Finding[];
  readonly exercised: ReadonlySet<ClauseId>;
  /** Observations at a clause where the document is silent, as sorted texts of operation and fingerprint. */
  observedAt(clause: ClauseId): readonly string[];
}

/** Judges the exchanges and pairs of one service together. */
export function judgedServiceOf(
  judged: readonly JudgedExchange[],
  pairs: readonly Verdicts[] = [],
): JudgedService {
  const single = judged.map(({ judgement }) => judgement);
  const run = judgeRun(judged);
  const all = [...single, ...pairs, run];
  const own = [...single, ...pairs].flatMap(({ findings }) => findings);
  return {
    judged,
    findings: [...unexplainedFindings(own, run.explained), ...run.findings],
    exercised: new Set(all.flatMap(({ exercised }) => exercised)),
    observedAt(clause) {
      const seen = all.flatMap(({ observations }) => observations).filter((one) => one.clause === clause);
      return [...new Set(seen.map(({ operation, fingerprint }) => `${operation} ${fingerprint}`))].sort();
    },
  };
}
