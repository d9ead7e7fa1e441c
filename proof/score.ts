import type { Dialect } from '../mock/dialects/dialect.ts';
import type { Fault } from '../mock/faults/fault.ts';
import { isPseudoService } from '../mock/faults/registry.ts';
import type { ClauseId, Finding } from '../schemas/types.ts';
import type { Sight } from './sight.ts';

/** What became of one fault. */
export type FaultState =
  | 'caught'
  /** Its clause was cited, and every time with a milder verdict than the document lets it have. */
  | 'caught-mildly'
  | 'caught-by-another'
  | 'survived'
  | 'equivalent'
  | 'not-met';

/** One row of the fault matrix. */
export interface FaultScore {
  readonly id: string;
  readonly clause: ClauseId;
  readonly operation: string;
  readonly state: FaultState;
  /** Clauses of all findings, the aimed one first. */
  readonly clauses: readonly ClauseId[];
  readonly exchanges: number;
}

/** One row of the dialect matrix. */
export interface DialectScore {
  readonly name: string;
  readonly exchanges: number;
  /** Findings above `observed` that the dialect does not declare, as `verdict clause operation`, with their count. */
  readonly alarms: readonly { readonly what: string; readonly count: number }[];
}

/** Tells whether a finding cites the clause of a fault with the verdict that it deserves, or a worse one. */
export function names({ clause, verdict }: Pick<Fault, 'clause' | 'verdict'>, finding: Finding): boolean {
  return (
    finding.clause === clause &&
    (verdict === 'fail' ? finding.verdict === 'fail' : finding.verdict !== 'inconclusive')
  );
}

/** A service is clean when nothing was found and nothing that the plain endpoint lets the same tests exercise was left out. */
function isClean({ findings, exercised }: Sight, plain: Sight): boolean {
  return findings.length === 0 && [...plain.exercised].every((clause) => exercised.has(clause));
}

/**
 * Scores a fault against what the same tests saw of the endpoint without it: only a finding that cites its clause, with the verdict
 * that it deserves, catches it. Where the document is silent, something else has to be observed.
 */
export function scoreFault(fault: Fault, sight: Sight, plain: () => Sight): FaultScore {
  const { id, clause, operation, verdict } = fault;
  const cited = [
    ...new Set(sight.findings.filter((one) => one.verdict !== 'inconclusive').map((one) => one.clause)),
  ].sort();
  const isObserved = () => sight.observedAt(clause).join('\n') !== plain().observedAt(clause).join('\n');
  const isEqual = () => {
    const known = new Set(plain().judged);
    return sight.judged.every((one) => known.has(one));
  };
  const caught =
    sight.findings.some((finding) => names(fault, finding)) ||
    (verdict === 'observed' && isObserved()) ||
    (isPseudoService(id) && !isClean(sight, plain()));
  const state: FaultState = caught
    ? 'caught'
    : sight.judged.length === 0
      ? 'not-met'
      : isEqual()
        ? 'equivalent'
        : cited.includes(clause)
          ? 'caught-mildly'
          : cited.length > 0
            ? 'caught-by-another'
            : 'survived';
  const clauses = caught ? [clause, ...cited.filter((one) => one !== clause)] : cited;
  return { id, clause, operation, state, clauses, exchanges: sight.judged.length };
}

/**
 * Scores a dialect: everything above `observed` that it does not declare is a false alarm, and a warning that it declares without
 * cause would hide one.
 */
export function scoreDialect(
  { name, warns = [] }: Dialect,
  findings: readonly Pick<Finding, 'verdict' | 'clause' | 'operation'>[],
  exchanges: number,
): DialectScore {
  const counts = new Map<string, number>();
  for (const { verdict, clause, operation } of findings) {
    if (verdict === 'inconclusive' || (verdict === 'warn' && warns.includes(clause))) continue;
    const what = `${verdict} ${clause} ${operation}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  for (const clause of warns)
    if (!findings.some((one) => one.clause === clause)) counts.set(`no warning of ${clause}`, 1);
  const alarms = [...counts]
    .map(([what, count]) => ({ what, count }))
    .sort((one, other) => other.count - one.count);
  return { name, exchanges, alarms };
}
