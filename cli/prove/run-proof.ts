import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Acquirer } from '../../mock/acquirers/acquirer.ts';
import type { Fault } from '../../mock/faults/fault.ts';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { type Mock, startMock } from '../../mock/server.ts';
import { openRun } from '../../opening/open-run.ts';
import type { EvidenceExchange, GatheredEvidence } from '../../reports/evidence/lines.ts';
import { judgedOf } from '../../reports/evidence.ts';
import { sharedCauses } from '../../reports/opening/causes.ts';
import { readOpening } from '../../reports/opening/read-opening.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { buildStatement } from '../../reports/statement.ts';
import { given } from '../../schemas/given.ts';
import { judgeRun } from '../../schemas/judge-run.ts';
import type { CauseKind, OpeningReport } from '../../schemas/opening.ts';
import { operationIds } from '../../schemas/types.ts';
import { acquirerTargetFile, readSettings, type Settings } from '../../targets/settings.ts';
import { onStop } from '../../targets/stop.ts';
import { suiteVersion } from '../../targets/suite-version.ts';
import { practiceKey } from '../embedded.ts';
import { serveMisfit } from '../misfit-run.ts';
import { packageRoot } from '../package-root.ts';
import { readStatement } from '../read-statement.ts';
import type { RunOptions } from '../run-options.ts';
import { environmentOf, runSuite } from '../run-suite.ts';
import { makeTemporary } from '../temporary-folder.ts';
import type { AcquirerFault } from './acquirer-faults.ts';
import { eachUntil, type Interruption } from './interruption.ts';
import { exchangesOfMissed } from './missed.ts';
import type { ProofOptions } from './proof-options.ts';
import { variantOf } from './read-proof.ts';
import { type HostileScore, runHostiles } from './run-hostiles.ts';
import { runVariants, type VariantsRun } from './run-variants.ts';
import { type DialectScore, type FaultScore, scoreDialect, scoreFault, scoreValueFault } from './score.ts';
import { type AcquirerScore, scoreAcquirer } from './score-acquirer.ts';
import {
  plainVariant,
  type Selection,
  showsInOneExchange,
  type VariantRow,
  valueRows,
  variantRows,
} from './variant-list.ts';

/** One row of the matrix of faults planted into acquirers. */
interface PlantedScore extends FaultScore {
  readonly acquirer: string;
}

/** Acquirers that listen, with the faults planted into them: variants of a run that finds out what becomes of them. */
interface AcquirersUnderProof {
  readonly rows: readonly VariantRow[];
  /** What that run found. */
  score(run: VariantsRun): {
    readonly acquirers: readonly AcquirerScore[];
    readonly planted: readonly PlantedScore[];
  };
  close(): Promise<void>;
}

// Twelve whole services meet every spec: the number of cases of a property is the acquirers' own.
const casesEach = 1;

/** Serves acquirers and opens each with the target file of its merchant; `folder` keeps what the openings found. */
async function openAcquirers(
  acquirers: readonly Acquirer[],
  planted: readonly AcquirerFault[],
  options: ProofOptions,
  folder: string,
): Promise<AcquirersUnderProof> {
  const how = { ...options, runs: String(casesEach) };
  const served: ServedAcquirer[] = [];
  const close = async () => {
    for (const { endpoint } of served) await endpoint.close();
  };
  try {
    for (const acquirer of acquirers) served.push(await serveAcquirer(acquirer, folder, how));
  } catch (error) {
    await close();
    throw error;
  }
  const into = planted.flatMap(({ acquirer, fault }) => {
    const host = served.find((one) => one.acquirer === acquirer);
    return host === undefined ? [] : [{ ...host, fault }];
  });
  return {
    rows: [
      ...served.map(({ own }) => ({ name: `acquirers/${own.name}`, path: '', own, runs: casesEach })),
      ...into.map(({ own, fault: { id, operation, clause, verdict } }) => ({
        name: `acquirers/${own.name}/faults/${id}`,
        path: `faults/${id}`,
        own,
        operation,
        clause,
        verdict,
        runs: casesEach,
      })),
    ],
    score: ({ sights, evidence }) => ({
      acquirers: served.map((one) => scoreAcquirer(one.acquirer, certify(one, evidence))),
      planted: into.map(({ own: { name }, fault }) => ({
        acquirer: name,
        ...scoreFault(
          fault,
          sights.get(`acquirers/${name}/faults/${fault.id}`),
          sights.get(`acquirers/${name}`),
        ),
      })),
    }),
    close,
  };
}

/** The statement of a certification of one acquirer, from its part of the evidence of a proof. */
function certify({ own, opening, settings }: ServedAcquirer, evidence: GatheredEvidence): Statement {
  const isOwn = (test: string) => variantOf(test).variant === `acquirers/${own.name}`;
  const exchanges = evidence.exchanges.filter(({ origin }) => isOwn(origin.test));
  const notes = evidence.notes.filter(({ origin }) => isOwn(origin?.test ?? ''));
  const { target, seed, runs } = settings;
  const now = new Date().toISOString();
  return buildStatement({
    suite: { version: suiteVersion, commit: '', contractSha256: '' },
    target: { name: own.name, environment: target.environment, baseUrl: own.url },
    profile: 'certification',
    seed,
    runsPerProperty: runs,
    startedAt: now,
    endedAt: now,
    capabilities: target.capabilities,
    selected: operationIds,
    opening,
    evidence: { exchanges, notes, problems: evidence.problems },
    acrossRun: judgeRun(exchanges.map(judgedOf)),
  });
}

/** An acquirer that listens, and what its merchant found out about it. */
interface ServedAcquirer {
  readonly acquirer: Acquirer;
  readonly endpoint: Mock;
  readonly settings: Settings;
  readonly opening: OpeningReport;
  /** How the specs reach it. */
  readonly own: NonNullable<VariantRow['own']>;
}

/** Serves an acquirer and opens it with its merchant's target file, as the run of a certifier would. */
async function serveAcquirer(acquirer: Acquirer, folder: string, how: ProofOptions): Promise<ServedAcquirer> {
  const { name } = acquirer;
  const key = process.env.CONFORMANCE_MOCK_KEY ?? practiceKey;
  const endpoint = await startMock({ acquirer: name, signing: { recipe: 'hmac-sha256', key } });
  const [file, opening] = [acquirerTargetFile(name), join(folder, 'openings', name)];
  const variables = { CONFORMANCE_EMBEDDED_URL: endpoint.url, CONFORMANCE_MOCK_KEY: key };
  const settings = readSettings(environmentOf({ ...how, out: opening, target: file, variables }));
  const { report } = await openRun(settings);
  return { acquirer, endpoint, settings, opening: report, own: { name, file, url: endpoint.url, opening } };
}

/** What a proof found. */
export interface Proof {
  readonly faults: readonly FaultScore[];
  readonly dialects: readonly DialectScore[];
  readonly misfits: OwnRunsProof['misfits'];
  readonly hostile: OwnRunsProof['hostile'];
  readonly acquirers: readonly AcquirerScore[];
  readonly planted: readonly PlantedScore[];
  readonly exchanges: number;
  /** What `verify` would say of the evidence that was kept whole. */
  readonly unheld: readonly string[];
  /** Evidence of what did not come out as it must, masked. */
  readonly missed: readonly EvidenceExchange[];
  readonly seconds: number;
  /** False when a spec broke or the run was cut short: then the figures say nothing. */
  readonly whole: boolean;
  /** True where somebody ended it: what is not caught then may not have been met. */
  readonly interrupted: boolean;
}

/** Runs the specs of users against everything that was selected; ends soon with what it has, once it is interrupted. */
export async function runProof(
  selection: Selection,
  options: ProofOptions,
  interruption: Interruption,
): Promise<Proof> {
  const started = performance.now();
  const folder = makeTemporary('proof');
  try {
    const ownRuns = startOwnRuns(selection, options, folder, interruption);
    const specs = await runSpecs(selection, options, folder, interruption);
    const { misfits, hostile, whole } = await ownRuns();
    const seconds = Math.round((performance.now() - started) / 1000);
    const interrupted = interruption.isAsked();
    return { ...specs, misfits, hostile, seconds, whole: specs.whole && whole && !interrupted, interrupted };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One run of the specs meets all variants and acquirers. */
async function runSpecs(
  { faults, dialects, whole, values = [], acquirers, planted }: Selection,
  options: ProofOptions,
  folder: string,
  { isAsked }: Interruption,
): Promise<Omit<Proof, 'misfits' | 'hostile' | 'seconds' | 'interrupted'>> {
  const hosts = await openAcquirers(acquirers, planted, options, join(folder, 'acquirers'));
  try {
    const rows =
      faults.length + dialects.length === 0
        ? []
        : variantRows({ faults, dialects, ...given({ whole }) }, 'bare');
    const run = await runVariants(isAsked() ? [] : [...rows, ...valueRows(values), ...hosts.rows], options);
    // What was not met because somebody ended the run was not missed.
    const again = await runMissed(isAsked() ? [] : faults, run, options);
    const scores = {
      faults: [
        ...faults.map((fault) => scoreIn(again.sights.has(`faults/${fault.id}`) ? again : run, fault)),
        ...values.map((fault) => scoreValueFault(fault, run.sights.get(`faults/${fault.id}`))),
      ],
      dialects: dialects.map((dialect) => scoreDialect(dialect, run.sights.get(`dialects/${dialect.name}`))),
      ...(isAsked() ? { acquirers: [], planted: [] } : hosts.score(run)),
    };
    return {
      ...scores,
      missed: isAsked() ? [] : exchangesOfMissed(scores, [run, again]),
      exchanges: run.evidence.exchanges.length,
      unheld: [...run.unheld, ...again.unheld],
      // Specs that broke prove nothing, whatever the rest of them found.
      whole: run.whole && again.whole,
    };
  } finally {
    await hosts.close();
  }
}

/**
 * Starts the runs that misfits and hostile services get each, beside those of the specs where a proof is about everything;
 * waits for their end.
 */
function startOwnRuns(
  { whole, misfits, hostiles }: Selection,
  options: ProofOptions,
  folder: string,
  interruption: Interruption,
): () => Promise<OwnRunsProof> {
  if (whole) {
    const beside = runBeside(options, folder);
    return () => beside;
  }
  return async () => ({
    misfits: await runMisfits(misfits, options, interruption),
    hostile: await runHostiles(hostiles, options, interruption),
    whole: true,
  });
}

const scoreIn = ({ sights }: VariantsRun, fault: Fault): FaultScore =>
  scoreFault(fault, sights.get(`faults/${fault.id}`), sights.get(plainVariant));

// Of an exchange that was recorded bare nothing tells why a fault was missed, so those are met once more.
async function runMissed(
  faults: readonly Fault[],
  run: VariantsRun,
  options: ProofOptions,
): Promise<VariantsRun> {
  const missed = faults.filter(
    (fault) => showsInOneExchange(fault) && scoreIn(run, fault).state !== 'caught',
  );
  return runVariants(missed.length === 0 ? [] : variantRows({ faults: missed, dialects: [] }), options);
}

/** What became of the services that are met by a run each. */
interface OwnRunsProof {
  readonly misfits: readonly MisfitScore[];
  readonly hostile: readonly HostileScore[];
  /** False when the process that met them ended without a word. */
  readonly whole: boolean;
}

/**
 * Meets all misfits and hostile services in a process of its own: what one run of theirs waits for, and what is read and
 * scored at the ends of the other runs of a proof, leaves no processor idle. `folder` takes its result.
 */
async function runBeside({ seed, runs, workers }: ProofOptions, folder: string): Promise<OwnRunsProof> {
  const file = join(folder, 'beside.json');
  const given = Object.entries({ '--seed': seed, '--runs': runs, '--workers': workers });
  const child = spawn(
    process.execPath,
    [
      join(packageRoot, 'cli', 'conformance.mjs'),
      ...['prove', '--misfit', '*', '--hostile', '*', '--json', file],
      ...given.flatMap(([option, value]) => (value === undefined ? [] : [option, value])),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const end = () => void child.kill();
  // Ctrl-C reaches it as well, and is the same signal to it.
  const release = onStop(end);
  process.once('exit', end);
  await new Promise((ended) => child.once('close', ended).once('error', ended));
  process.off('exit', end);
  release();
  try {
    const { misfits, hostile } = JSON.parse(readFileSync(file, 'utf8')) as Omit<OwnRunsProof, 'whole'>;
    return { misfits, hostile, whole: true };
  } catch {
    return { misfits: [], hostile: [], whole: false };
  }
}

/** What a real run said of one misfit. */
interface MisfitScore {
  readonly name: string;
  readonly exit: number;
  readonly result: string;
  /** Cause and key that the first block named. */
  readonly kind?: CauseKind;
  readonly key?: string;
  readonly requests: number;
  /** What was not said as it ought to be; empty when the run was right. */
  readonly problems: readonly string[];
}

function problemsOf({ expects }: Misfit, seen: Omit<MisfitScore, 'problems'>): string[] {
  const problems: string[] = [];
  const want = (what: string, wanted: unknown, is: unknown) => {
    if (wanted !== is) problems.push(`${what} is ${String(is)}, not ${String(wanted)}`);
  };
  want('exit status', expects.exit, seen.exit);
  // What a wrong configuration made convicts nobody.
  if (expects.exit === 3) want('result', 'incomplete', seen.result);
  if (expects.kind !== undefined) want('cause', expects.kind, seen.kind);
  if (expects.key !== undefined) want('key', expects.key, seen.key);
  if (seen.requests > expects.most) problems.push(`${seen.requests} requests, more than ${expects.most}`);
  return problems;
}

/** Runs the suite against one misfit as a user would, and tells what it said. */
async function runMisfit(
  misfit: Misfit,
  options: Pick<RunOptions, 'seed' | 'runs' | 'workers'>,
): Promise<MisfitScore> {
  const out = join(makeTemporary('misfit'), 'out');
  const served = await serveMisfit(misfit);
  try {
    const exit = await runSuite({
      ...options,
      // The few tests of one operation need no second worker.
      ...(misfit.operation === undefined ? {} : { operation: misfit.operation, workers: '1' }),
      out,
      target: served.targetFile,
      variables: served.variables,
      quiet: true,
      // Statement and opening say what is looked at.
      skipAllure: true,
    });
    const { result } = readStatement(out);
    const report = readOpening(out);
    const [first] = report === undefined ? [] : sharedCauses(report);
    const { kind, key } = report?.stopped ?? first?.cause ?? {};
    const seen = {
      name: misfit.name,
      exit,
      result,
      ...given({ kind, key }),
      requests: served.endpoint.arrived,
    };
    return { ...seen, problems: problemsOf(misfit, seen) };
  } finally {
    await served.close();
    rmSync(join(out, '..'), { recursive: true, force: true });
  }
}

/** Runs the suite against misfits, one after the other, until it is interrupted. */
async function runMisfits(
  misfits: readonly Misfit[],
  options: Pick<RunOptions, 'seed' | 'runs' | 'workers'>,
  interruption: Interruption,
): Promise<readonly MisfitScore[]> {
  return eachUntil(misfits, interruption, (misfit) => runMisfit(misfit, options));
}
