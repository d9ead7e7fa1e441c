import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { practiceKey } from '../cli/embedded.ts';
import { environmentOf, type RunOptions } from '../cli/project/run-options.ts';
import { makeTemporary, removeFolder } from '../cli/temporary-folder.ts';
import type { Fault } from '../mock/faults/fault.ts';
import { isPseudoService } from '../mock/faults/registry.ts';
import type { ValueFault } from '../mock/faults/values.ts';
import type { Hostile } from '../mock/hostile/proven/hostile.ts';
import type { Misfit } from '../mock/misfits/misfit.ts';
import type { MockOptions } from '../mock/server.ts';
import type { EvidenceExchange } from '../reports/evidence/lines.ts';
import { defined } from '../schemas/defined.ts';
import { documentedOperations } from '../schemas/operations.ts';
import { concurrentIn } from '../schemas/rules/run/history.ts';
import { prepareBrowser, type VisitTimeouts } from '../specs/support/visiting/sealed-browser.ts';
import { maskSecrets } from '../targets/file/secrets-of.ts';
import { acquirerTargetFile, embeddedWord, readSettings } from '../targets/settings.ts';
import { onStop } from '../targets/stop.ts';
import { packageRoot } from '../targets/suite-version.ts';
import { eachUntilStopped, type Interruption } from './interruption.ts';
import { showingTests } from './judge-services.ts';
import { judgedServiceOf } from './judged-service.ts';
import { meetService } from './meet-services.ts';
import { record } from './recording.ts';
import { endpointOf, type Visit, visitsOf } from './replay.ts';
import { type HostileScore, runHostile } from './run-hostiles.ts';
import { type MisfitScore, runMisfit } from './run-misfits.ts';
import type { Choice } from './run-specs.ts';
import { type FaultScore, isOfOneExchange, scoreFault } from './score.ts';
import { type AcquirerScore, scoreAcquirer } from './score-acquirer.ts';
import { createScorer, type ServiceScore } from './score-services.ts';
import type { ProofOptions, Selection } from './selection.ts';
import { isShownQuickly, openStage, type Stage, tryFault } from './try-fault.ts';

/** One row of the matrix of faults planted into acquirers. */
interface AcquirerFaultScore extends FaultScore {
  readonly acquirer: string;
}

/** The results of a part of a proof. */
interface Found {
  readonly faults: readonly FaultScore[];
  readonly services: readonly ServiceScore[];
  readonly misfits: readonly MisfitScore[];
  readonly hostile: readonly HostileScore[];
  readonly acquirers: readonly AcquirerScore[];
  readonly planted: readonly AcquirerFaultScore[];
  /** For each fault of one exchange in a whole proof, whether the tests of the project `quick` show it. */
  readonly quick: readonly boolean[];
  /** How many requests the project `quick` sends in such a proof, those of its preflight included. */
  readonly quickRequests: number;
  readonly exchanges: number;
  /** Problems that `verify` finds in the recorded runs, and requests whose replay had another outcome. */
  readonly unheld: readonly string[];
  /** Masked evidence of unexpected results. */
  readonly missed: readonly EvidenceExchange[];
  /** False if a spec threw or the run was aborted; the figures are then meaningless. */
  readonly whole: boolean;
}

/** The results of a proof. */
export interface Proof extends Found {
  readonly seconds: number;
  /** True if the user stopped it; a fault that is not caught may then not have been tried. */
  readonly interrupted: boolean;
}

const nothing: Found = {
  ...{ faults: [], services: [], misfits: [], hostile: [], acquirers: [], planted: [], quick: [] },
  ...{ quickRequests: 0, exchanges: 0, unheld: [], missed: [], whole: true },
};

function mergedFound(parts: readonly Partial<Found>[]): Found {
  const all = parts.map((part) => ({ ...nothing, ...part }));
  return {
    faults: all.flatMap(({ faults }) => faults),
    services: all.flatMap(({ services }) => services),
    misfits: all.flatMap(({ misfits }) => misfits),
    hostile: all.flatMap(({ hostile }) => hostile),
    acquirers: all.flatMap(({ acquirers }) => acquirers),
    planted: all.flatMap(({ planted }) => planted),
    quick: all.flatMap(({ quick }) => quick),
    quickRequests: all.reduce((sum, { quickRequests }) => sum + quickRequests, 0),
    exchanges: all.reduce((sum, { exchanges }) => sum + exchanges, 0),
    unheld: all.flatMap(({ unheld }) => unheld),
    missed: all.flatMap(({ missed }) => missed),
    whole: all.every(({ whole }) => whole),
  };
}

/** Proves the suite against the whole selection; after an interruption it returns what it has. */
export async function runProof(
  selection: Selection,
  options: ProofOptions,
  interruption: Interruption,
): Promise<Proof> {
  const started = performance.now();
  const folder = makeTemporary('proof');
  process.env.CONFORMANCE_MOCK_KEY ??= practiceKey;
  const settings = readSettings(environmentOf({ ...options, out: folder, target: embeddedWord }));
  const browser = prepareBrowser(settings, undefined, pageTimeouts);
  const visit = visitsOf(browser, (why) => process.stderr.write(`No page is opened: ${why}\n`));
  // The exchanges of missed faults are kept masked.
  maskSecrets(settings);
  try {
    // Two further processes use all processors.
    const beside = selection.whole
      ? processArguments(selection).map((kinds) => runInProcess(kinds, options, folder))
      : [];
    const means = { visit, interruption };
    const parts = [await unlessStopped(tryEndpoint(selection, options, means), interruption)];
    if (!selection.whole) {
      parts.push(await unlessStopped(tryAcquirers(selection, options, means), interruption));
      const meet = (misfit: Misfit) => runMisfit(misfit, options);
      parts.push({ misfits: await eachUntilStopped(selection.misfits, interruption, meet) });
      const face = (hostile: Hostile) => runHostile(hostile, options);
      parts.push({ hostile: await eachUntilStopped(selection.hostiles, interruption, face) });
    }
    const found = mergedFound([...parts, ...(await Promise.all(beside))]);
    const seconds = Math.round((performance.now() - started) / 1000);
    const interrupted = interruption.isAsked();
    return { ...found, seconds, whole: found.whole && !interrupted, interrupted };
  } finally {
    await browser.close();
    removeFolder(folder);
  }
}

/** The command-line words of the two further processes. */
function processArguments({ misfits, acquirers, hostiles }: Selection): readonly (readonly string[])[] {
  const wordsOf = (option: string, rows: readonly { readonly name: string }[]) =>
    rows.length === 0 ? [] : [option, rows.map(({ name }) => name).join(',')];
  return [
    wordsOf('--acquirer', acquirers),
    [...wordsOf('--misfit', misfits), ...wordsOf('--hostile', hostiles)],
  ].filter((words) => words.length > 0);
}

/** The result of a part; empty if it threw because the user stopped the proof. */
async function unlessStopped(
  part: Promise<Partial<Found>>,
  { isAsked }: Interruption,
): Promise<Partial<Found>> {
  try {
    return await part;
  } catch (error) {
    if (isAsked()) return {};
    throw error;
  }
}

/** Proves some kinds in a separate process; `folder` receives the result file. */
async function runInProcess(
  kinds: readonly string[],
  { seed, runs }: ProofOptions,
  folder: string,
): Promise<Partial<Found>> {
  const file = join(folder, `beside${kinds[0]}.json`);
  const given = Object.entries({ '--seed': seed, '--runs': runs });
  const child = spawn(
    process.execPath,
    [
      join(packageRoot, 'cli', 'conformance.mjs'),
      ...['prove', ...kinds, '--json', file],
      ...given.flatMap(([option, value]) => (value === undefined ? [] : [option, value])),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const end = () => void child.kill();
  // Ctrl-C reaches the child as well; a second signal does no harm.
  const release = onStop(end);
  process.once('exit', end);
  await new Promise((ended) => child.once('close', ended).once('error', ended));
  process.off('exit', end);
  release();
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')), missed: readMissed(file) };
  } catch {
    return { whole: false };
  }
}

function readMissed(file: string): readonly EvidenceExchange[] {
  const missed = file.replace(/\.json$/, '.missed.ndjson');
  if (!existsSync(missed)) return [];
  const lines = readFileSync(missed, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as EvidenceExchange);
}

const signing = () => ({ recipe: 'hmac-sha256', key: process.env.CONFORMANCE_MOCK_KEY ?? practiceKey });

/** Page timeouts of a proof in ms. Pages of the embedded endpoint have no countdown; the second look waits longer. */
const pageTimeouts: VisitTimeouts = [
  { loaded: 1_000, all: 20_000 },
  { loaded: 1_000, all: 45_000 },
];

/** Selects the tests of all classes of values and all ways to write a body; 25 cases cover all of them. */
const ofValues = { grep: 'every class of values|every way of writing', runs: '25' };

/** Records a run of the specs, and replays it to the service that answered it; `host` changes the embedded endpoint. */
async function stageOf(how: RunOptions & Choice, host: MockOptions = {}): Promise<Stage> {
  const recording = await record(how);
  const of = host.acquirer ?? 'the embedded endpoint';
  process.stdout.write(`${recording.exchanges.length} exchanges of the specs with ${of} recorded.\n`);
  return openStage(recording, endpointOf({ ...host, signing: signing() }));
}

/** The operations that show these faults; undefined if all operations are needed. */
function operationsOf(faults: Selection['faults']): Choice['operations'] {
  if (faults.some(({ id }) => isPseudoService(id))) return undefined;
  const named = new Set(faults.map(({ operation }) => operation));
  return named.size === documentedOperations.length ? undefined : [...named];
}

/** Replays one run of the specs to every fault and every conforming service. */
async function tryEndpoint(
  { whole, faults, values = [], services, met }: Selection,
  options: ProofOptions,
  means: ProofTools,
): Promise<Partial<Found>> {
  const how = { ...options, target: embeddedWord } as const;
  const parts: Partial<Found>[] = [];
  let left = faults;
  for (const operations of whole === true || services.length > 0
    ? [undefined]
    : [operationsOf(faults), undefined]) {
    if (left.length + services.length === 0 || means.interruption.isAsked()) break;
    const stage = await stageOf({ ...how, ...defined({ operations }) });
    const tried = await tryFaults(left, stage, how, {}, means);
    if (whole === true)
      parts.push({ quick: await showQuickly(left, stage, means), quickRequests: quickRequestsOf(stage) });
    // A fault that the tests of its operation do not catch is tried with all tests.
    const caught = new Set(
      tried.flatMap(({ faults: [score] = [] }) => (score?.state === 'caught' ? [score.id] : [])),
    );
    const again = operations !== undefined && caught.size < left.length;
    parts.push(
      recordingProblems(stage),
      ...tried.filter(({ faults: [score] = [] }) => !again || caught.has(score?.id ?? '')),
    );
    parts.push(...(await tryServices(services, stage, means)), ...(await meetServices(met, how, means)));
    left = again ? left.filter(({ id }) => !caught.has(id)) : [];
  }
  if (values.length > 0 && !means.interruption.isAsked()) {
    const stage = await stageOf({ ...how, ...ofValues });
    parts.push(recordingProblems(stage), ...(await tryFaults(values, stage, how, {}, means)));
  }
  return mergedFound(parts);
}

/** Whether a recorded run is complete, its evidence holds, and a replay gets the same outcomes. */
function recordingProblems({ recording, known }: Stage): Partial<Found> {
  const { statement, exchanges, problems, judged } = recording;
  const outcomes = new Map(exchanges.map(({ id, judgement }) => [id, judgement.outcome]));
  // The order of two calls at the same time is random.
  const contended = new Set([...concurrentIn(judged)].map(({ exchange }) => exchange.id));
  const others = [...known.values()].flatMap(({ exchange: { id, origin }, judgement: { outcome } }) => {
    const before = outcomes.get(id);
    return before === undefined || before === outcome || contended.has(id)
      ? []
      : [`${origin.test}: exchange ${id} was ${before}, and ${outcome} when it was put again`];
  });
  return {
    exchanges: exchanges.length,
    unheld: [...problems, ...others],
    whole: statement.exitCode !== 4,
  };
}

interface ProofTools {
  /** Opens answers of the embedded endpoint in the browser. */
  readonly visit: Visit;
  readonly interruption: Interruption;
}

/** Replays a recorded run to the endpoint with one fault after the other; `host` has its other options. */
function tryFaults(
  faults: readonly (Fault | ValueFault)[],
  stage: Stage,
  how: RunOptions,
  host: MockOptions,
  { visit, interruption }: ProofTools,
): Promise<readonly Partial<Found>[]> {
  const meet = async (fault: Fault | ValueFault) => {
    const { id, needs, meets, operation } = fault;
    if (meets === undefined) {
      const endpoint = endpointOf({ ...host, signing: signing(), fault: id }, needs && visit);
      return { ...(await tryFault(fault, stage, endpoint)), store: stage.recording.store };
    }
    const asked = { fault: id, operations: [operation], grep: meets, skipOpening: true };
    const { judged, problems, store } = await record({ ...how, ...asked });
    const sight = judgedServiceOf(judged);
    return { score: scoreFault(fault, sight, () => judgedServiceOf([])), sight, unheld: problems, store };
  };
  return eachUntilStopped(faults, interruption, async (fault) => {
    const { score, sight, unheld, store } = await meet(fault);
    const missed = score.state === 'caught' ? [] : sight.judged.map(store);
    return { faults: [score], exchanges: score.exchanges, missed, unheld };
  });
}

/** For each fault of one exchange, whether the tests of the project `quick` show it. */
function showQuickly(
  faults: readonly Fault[],
  stage: Stage,
  { interruption }: ProofTools,
): Promise<readonly boolean[]> {
  return eachUntilStopped(faults.filter(isOfOneExchange), interruption, (fault) =>
    isShownQuickly(fault, stage, endpointOf({ signing: signing(), fault: fault.id })),
  );
}

const quickRequestsOf = ({ recording }: Stage) =>
  recording.judged.filter(({ exchange: { origin } }) => origin.file === undefined).length +
  recording.tests.reduce((sum, { isQuick, requests }) => sum + (isQuick ? requests.length : 0), 0);

/** Judges conforming services by a recorded run, one after the other. */
async function tryServices(
  services: Selection['services'],
  stage: Stage,
  { visit, interruption }: ProofTools,
): Promise<readonly Partial<Found>[]> {
  if (services.length === 0) return [];
  const { known } = stage;
  const score = createScorer({ tests: showingTests(stage), known, signing: signing(), visit });
  return eachUntilStopped([...services.entries()], interruption, async ([number, used]) => {
    const scored = await score(used, number);
    return { services: [scored], exchanges: scored.exchanges };
  });
}

/** Runs the specs against conforming services over connections, one after the other. */
function meetServices(
  met: Selection['met'],
  how: RunOptions,
  { interruption }: ProofTools,
): Promise<readonly Partial<Found>[]> {
  return eachUntilStopped([...met.entries()], interruption, async ([number, used]) => {
    const { score, unheld, whole } = await meetService(used, number, { ...how, runs: '1' });
    return { services: [score], exchanges: score.exchanges, unheld, whole };
  });
}

const sizes = 'every size|any batch|every class|known and unknown orders|many currencies';
const ways = 'at the same time|way of writing|malformed calls|of an order after its';

/** To save time, acquirers skip the tests that go deeper, and have one case per property. */
const ofAcquirers = { grep: `^(?!.*(?:${sizes}|${ways}))`, skipOpening: false, runs: '1' } as const;

/** Certifies every acquirer with the target file of its merchant, and replays the requests to it with faults. */
async function tryAcquirers(
  { acquirers, planted }: Selection,
  options: ProofOptions,
  means: ProofTools,
): Promise<Partial<Found>> {
  const parts = await eachUntilStopped(acquirers, means.interruption, async (acquirer) => {
    const { name } = acquirer;
    const how = { ...options, ...ofAcquirers, target: acquirerTargetFile(name) };
    const stage = await stageOf(how, { acquirer: name });
    const { statement, exchanges } = stage.recording;
    const own = planted.filter((one) => one.acquirer === acquirer).map(({ fault }) => fault);
    const found = mergedFound(await tryFaults(own, stage, how, { acquirer: name }, means));
    const score = scoreAcquirer(acquirer, statement);
    const missed = score.problems.length === 0 ? [] : exchanges;
    return mergedFound([
      recordingProblems(stage),
      { acquirers: [score], missed },
      { ...found, faults: [], planted: found.faults.map((one) => ({ acquirer: name, ...one })) },
    ]);
  });
  return mergedFound(parts);
}
