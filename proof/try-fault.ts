import type { Fault } from '../mock/faults/fault.ts';
import { isPseudoService } from '../mock/faults/registry.ts';
import type { ValueFault } from '../mock/faults/values.ts';
import { judgedOf } from '../reports/evidence.ts';
import { rejudge } from '../reports/verify/rejudge.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import type { Finding, JudgedExchange } from '../schemas/types.ts';
import { type JudgedService, judgedServiceOf } from './judged-service.ts';
import type { RecordedTest, Recording, Store } from './recording.ts';
import { judgeTwins, type Known, replay, type Service } from './replay.ts';
import { citesClause, type FaultScore, scoreFault } from './score.ts';

/** A recorded run, and the judged answers of the endpoint without a fault. */
export interface Stage {
  readonly recording: Recording;
  /** The judged exchanges of the endpoint, by test. */
  readonly plain: ReadonlyMap<RecordedTest, readonly JudgedExchange[]>;
  readonly known: Known;
}

/** Sends the requests of a recorded run again to the endpoint that answered them. */
export async function openStage(recording: Recording, service: Service): Promise<Stage> {
  const plain = new Map<RecordedTest, readonly JudgedExchange[]>();
  for (const test of recording.tests) plain.set(test, await replay(test, service));
  const known = new Map([...plain.values()].flat().map((one) => [one.exchange.id, one]));
  return { recording, plain, known };
}

// The run may withdraw findings of a search, so they are not final.
const isFinal = ({ operation }: Finding) => !isDocumented(operation) || !operationOf(operation).lists;

/** Returns whether the tests of the project `quick` show a fault. */
export async function isShownQuickly(fault: Fault, stage: Stage, service: Service): Promise<boolean> {
  const tests = stage.recording.tests.filter(({ isQuick }) => isQuick);
  const recording = { ...stage.recording, tests };
  const { score } = await tryFault(fault, { ...stage, recording }, service);
  return score.state === 'caught';
}

/** Why the evidence of a faulty endpoint does not hold: judged again as stored, it differs, or it lacks the fault. */
function evidenceProblems(
  fault: Fault | ValueFault,
  { judged, findings }: JudgedService,
  tests: readonly RecordedTest[],
  store: Store,
): readonly string[] {
  const isShown = (one: Finding) => citesClause(fault, one);
  const found = judged.filter(({ judgement }) => judgement.findings.length > 0).map(store);
  const { problems } = rejudge({ exchanges: found, notes: [], problems: [] });
  // A fault that no single exchange shows must show in pairs or over the run.
  const isShownTogether = () => {
    const kept = judged.map((one) => judgedOf(store(one)));
    const pairs = tests.flatMap((test) => judgeTwins(test, kept));
    return judgedServiceOf(kept, pairs).findings.some(isShown);
  };
  const isLost =
    findings.some(isShown) &&
    !found.some(({ judgement }) => judgement.findings.some((one) => isFinal(one) && isShown(one))) &&
    !isShownTogether();
  return [
    ...problems.map(({ at, detail }) => `${fault.id}: ${at} ${detail}`),
    ...(isLost ? [`${fault.id}: its evidence does not show it`] : []),
  ];
}

/** The result of one fault: its score, what was seen, and why its evidence does not hold. */
export interface FaultResult {
  readonly score: FaultScore;
  readonly sight: JudgedService;
  readonly unheld: readonly string[];
}

/**
 * Sends the requests of recorded tests to a faulty endpoint, one test after the other, until the fault is caught: first
 * tests that exercise its clause, and small tests first. If no test catches it alone, all are judged together.
 */
export async function tryFault(
  fault: Fault | ValueFault,
  { recording, plain, known }: Stage,
  service: Service,
): Promise<FaultResult> {
  const shows = (one: JudgedExchange) =>
    one.judgement.findings.some((finding) => isFinal(finding) && citesClause(fault, finding));
  const isNear = (test: RecordedTest) =>
    plain.get(test)?.some(({ judgement }) => judgement.exercised.includes(fault.clause)) === true;
  const calling = recording.tests.filter(
    ({ calls }) => isPseudoService(fault.id) || calls.has(fault.operation),
  );
  const tests = [...calling.filter(isNear), ...calling.filter((test) => !isNear(test))];
  const all: JudgedExchange[] = [];
  const met: RecordedTest[] = [];
  const done = (sight: JudgedService) => {
    let seen: JudgedService | undefined;
    const plainSight = () => {
      seen ??= judgedServiceOf(
        met.flatMap((test) => plain.get(test) ?? []),
        met.flatMap((test) => judgeTwins(test, plain.get(test) ?? [])),
      );
      return seen;
    };
    const score = scoreFault(fault, sight, plainSight);
    return { score, sight, unheld: evidenceProblems(fault, sight, tests, recording.store) };
  };
  const pairs = [];
  for (const test of tests) {
    const judged = await replay(test, service, known, shows);
    const own = judgeTwins(test, judged);
    met.push(test);
    all.push(...judged);
    pairs.push(...own);
    if (judged.every(({ exchange: { id } }, at) => known.get(id) === judged[at])) continue;
    const sight = judgedServiceOf(judged, own);
    if (sight.findings.some((finding) => citesClause(fault, finding))) return done(sight);
  }
  return done(judgedServiceOf(all, pairs));
}
