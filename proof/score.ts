import type { Fault } from '../mock/faults/fault.ts';
import { isPseudoService } from '../mock/faults/registry.ts';
import { rules, twins } from '../schemas/rules/registry.ts';
import { runRules } from '../schemas/rules/run/registry.ts';
import type { ClauseId, Finding } from '../schemas/types.ts';
import type { JudgedService } from './judged-service.ts';

/** The result of one fault. */
export type FaultState =
  | 'caught'
  /** Its clause was cited, but only with a milder verdict than the document allows. */
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
  /** Clauses of all findings, that of the fault first. */
  readonly clauses: readonly ClauseId[];
  readonly exchanges: number;
}

const ofOne = new Set(rules.flatMap(({ clauses }) => clauses));
const ofMore = new Set([twins, ...runRules].flatMap(({ clauses }) => clauses));

/** True if one exchange can show a fault, without a browser, a connection, a twin or the rest of the run. */
export function isOfOneExchange({ id, clause, verdict, needs, meets }: Fault): boolean {
  if (needs !== undefined || meets !== undefined || isPseudoService(id) || verdict === 'observed')
    return false;
  return ofOne.has(clause) || !ofMore.has(clause);
}

/** Returns whether a finding cites the clause of a fault with the required verdict or a worse one. */
export function citesClause(
  { clause, verdict }: Pick<Fault, 'clause' | 'verdict'>,
  finding: Finding,
): boolean {
  return (
    finding.clause === clause &&
    (verdict === 'fail' ? finding.verdict === 'fail' : finding.verdict !== 'inconclusive')
  );
}

/** True if there is no finding, and every clause that the same tests exercise on the plain endpoint is exercised. */
function isClean({ findings, exercised }: JudgedService, plain: JudgedService): boolean {
  return findings.length === 0 && [...plain.exercised].every((clause) => exercised.has(clause));
}

/**
 * Scores a fault against the same tests without it. Only a finding that cites its clause with the required verdict
 * catches it; where the document is silent, a different observation does.
 */
export function scoreFault(fault: Fault, sight: JudgedService, plain: () => JudgedService): FaultScore {
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
    sight.findings.some((finding) => citesClause(fault, finding)) ||
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
