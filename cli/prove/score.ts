import type { Dialect } from '../../mock/dialects/dialect.ts';
import type { Fault } from '../../mock/faults/fault.ts';
import { isPseudoService } from '../../mock/faults/pseudo-services.ts';
import type { ValueFault } from '../../mock/faults/value-fault.ts';
import type { ClauseId } from '../../schemas/types.ts';
import { observedAt, type Sight } from './read-proof.ts';

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

const unseen: Sight = {
  exchanges: 0,
  own: [],
  findings: [],
  answers: new Map(),
  tests: new Set(),
  exercisedIn: () => new Set(),
  judged: [],
};

/** Where the document is silent, a fault is caught when the same tests observe something else than of the plain endpoint. */
function isObserved(clause: ClauseId, sight: Sight, plain: Sight): boolean {
  const tests = new Set(sight.judged.map(({ test }) => test));
  return observedAt(clause, sight, tests).join('\n') !== observedAt(clause, plain, tests).join('\n');
}

/** A run is clean when nothing was found and nothing that the plain endpoint lets the same tests exercise was left out. */
function isClean(sight: Sight, plain: Sight): boolean {
  if (sight.findings.length > 0) return false;
  const exercised = sight.exercisedIn(sight.tests);
  return [...plain.exercisedIn(sight.tests)].every((clause) => exercised.has(clause));
}

/** A fault is equivalent when every answer it gave equals the plain endpoint's answer to the same request. */
function isEquivalent(sight: Sight, plain: Sight): boolean {
  return [...sight.answers].every(([place, answer]) => plain.answers.get(place) === answer);
}

/** Tells whether findings cite the clause of a fault with the verdict that it deserves, or a worse one. */
function isNamed({ clause, verdict }: Fault, findings: Sight['findings']): boolean {
  const enough = verdict === 'fail' ? ['fail'] : ['fail', 'warn', 'observed'];
  return findings.some((one) => one.clause === clause && enough.includes(one.verdict));
}

/** Scores a fault: only a finding that cites its clause, with the verdict that it deserves, catches it. */
export function scoreFault(fault: Fault, sight: Sight = unseen, plain: Sight = unseen): FaultScore {
  const { id, clause, operation, verdict } = fault;
  const clausesOf = (findings: Sight['findings']) =>
    [
      ...new Set(findings.filter(({ verdict }) => verdict !== 'inconclusive').map((one) => one.clause)),
    ].sort();
  const findings = isNamed(fault, sight.own) ? sight.own : sight.findings;
  const cited = clausesOf(findings);
  const caught =
    isNamed(fault, findings) ||
    (verdict === 'observed' && isObserved(clause, sight, plain)) ||
    (isPseudoService(id) && !isClean(sight, plain));
  const state: FaultState = caught
    ? 'caught'
    : sight.exchanges === 0
      ? 'not-met'
      : isEquivalent(sight, plain)
        ? 'equivalent'
        : cited.includes(clause)
          ? 'caught-mildly'
          : cited.length > 0
            ? 'caught-by-another'
            : 'survived';
  const clauses = caught ? [clause, ...cited.filter((one) => one !== clause)] : cited;
  return { id, clause, operation, state, clauses, exchanges: sight.exchanges };
}

/** Scores a fault of values: only a finding that cites its clause and names field and class catches it. */
export function scoreValueFault(fault: ValueFault, sight: Sight = unseen): FaultScore {
  const score = scoreFault(fault, sight);
  const named = sight.judged.filter(
    ({ exchange: { origin } }) =>
      origin.carries?.field === fault.field && origin.carries.class === fault.class,
  );
  const cites = named.some(({ judgement }) =>
    judgement.findings.some(({ clause }) => clause === fault.clause),
  );
  return score.state === 'caught' && !cites ? { ...score, state: 'caught-by-another' } : score;
}

/** Scores a dialect: everything above `observed` that it does not declare is a false alarm. */
export function scoreDialect({ name, declares }: Dialect, sight: Sight = unseen): DialectScore {
  const counts = new Map<string, number>();
  for (const { verdict, clause, operation } of sight.findings) {
    if (verdict === 'warn' && declares.warns.includes(clause)) continue;
    if (verdict === 'inconclusive') continue;
    const what = `${verdict} ${clause} ${operation}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const alarms = [...counts]
    .map(([what, count]) => ({ what, count }))
    .sort((one, other) => other.count - one.count);
  return { name, exchanges: sight.exchanges, alarms };
}
