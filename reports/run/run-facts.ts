import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Platform } from '../../schemas/certification.ts';
import { given } from '../../schemas/given.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import type { OperationId } from '../../schemas/types.ts';
import { loadDeviations } from '../deviations.ts';
import { contractSha256, digestFiles, rootOf } from '../digest.ts';
import type { DocumentFile } from '../document.ts';
import { partsFolder } from '../evidence/collect.ts';
import type { GatheredEvidence } from '../evidence/lines.ts';
import { typedPath } from '../exports/repeat-command.ts';
import { redactText } from '../redact.ts';
import type { SuiteFacts } from '../statement/format.ts';
import type { StatementInput } from '../statement.ts';
import type { RunChoices } from './choices.ts';

// Beside the exchanges of the workers, and removed with them when the reports are written.
const browserFile = (out: string) => join(out, partsFolder, 'browser.txt');

/** Notes name and version of the browser that a worker has started. */
export function noteBrowser(out: string, name: string): void {
  const file = browserFile(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, name, { mode: 0o600 });
}

/** The browser that a worker of the run in a folder has started; undefined where none was. */
function browserIn(out: string): string | undefined {
  const file = browserFile(out);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * What a run knew besides its exchanges: the first line of `exchanges.ndjson`. With the exchanges and notes it makes the
 * statement again, so that nothing in the statement has to be believed.
 */
export interface RunFacts extends Omit<StatementInput, 'evidence' | 'acrossRun' | 'clauses' | 'replay'> {
  /** The command that repeats an exchange, with `EXCHANGE` for its id. */
  readonly again: string;
  /** Of how many changed answers the statement says what would have become of them. */
  readonly changesAnswers?: number;
  /** Root digest of what the run had left when its evidence was written: `filesBefore`. */
  readonly before: string;
}

/** What the evidence says that the run knew; undefined while workers are still writing. */
export function factsIn({ run }: GatheredEvidence): RunFacts | undefined {
  // This room wrote the line; who changed it since is the matter of verification.
  return run as unknown as RunFacts | undefined;
}

/** Files and folders of a run that are whole when its evidence is written. */
export const filesBefore = ['run.json', 'opening.json', 'ledger.ndjson', 'allure-results'] as const;

/** The root digest of what is in a folder besides its evidence and reports. */
export function rootBefore(out: string): string {
  return rootOf(
    digestFiles(out, (path) => filesBefore.some((name) => path === name || path.startsWith(`${name}/`))),
  );
}

/** What the evidence of a run cannot tell by itself. */
interface RunEnd {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly interruptions: readonly string[];
  readonly suiteErrors: readonly string[];
}

/** The facts of a run from its options and its end, masked. */
export function runFactsOf(options: ReporterOptions, end: RunEnd): Omit<RunFacts, 'again' | 'before'> {
  const { suite, target, profile, seed, runId, runs, capabilities, operations, choices } = options;
  const { deviations, document } = options;
  const { seedFrom, day, certification, laws, scope, platform, named, targetFile, endpoint } = options;
  const browser = platform && browserIn(options.out);
  return {
    suite: { ...suite, contractSha256: contractSha256() },
    target: { ...target, baseUrl: redactText(target.baseUrl) },
    profile,
    seed,
    ...given({ seedFrom, day, certification, laws, scope, named }),
    ...(platform && { platform: { ...platform, ...given({ browser }) } }),
    place: given({ target: targetFile && typedPath(targetFile), endpoint }),
    runId,
    runsPerProperty: runs,
    startedAt: end.startedAt,
    endedAt: new Date().toISOString(),
    capabilities,
    selected: operations,
    choices,
    interruptions: end.interruptions.map(redactText),
    suiteErrors: end.suiteErrors.map(redactText),
    ...(deviations === undefined ? {} : { deviations: loadDeviations(deviations) }),
    // Its text stays with its owner; where it lies is nobody else's business.
    ...(document === undefined ? {} : { document: { sha256: document.sha256 } }),
  };
}

/** What is known of a run before its end, as the reporters are told it: plain data, because Playwright copies it. */
export interface ReporterOptions
  extends Pick<
    StatementInput,
    | 'target'
    | 'profile'
    | 'seed'
    | 'seedFrom'
    | 'day'
    | 'certification'
    | 'laws'
    | 'scope'
    | 'named'
    | 'capabilities'
  > {
  readonly suite: Omit<SuiteFacts, 'contractSha256'>;
  /** What the run runs on; its browser is known at the end. */
  readonly platform?: Omit<Platform, 'browser'>;
  /** First part of every order_no, unless the merchant writes them in their own way. */
  readonly runId: string;
  /** What every order_no begins with where the merchant says how they are written. */
  readonly orderPrefix?: string;
  readonly runs: number;
  /** Absolute folder of the reports. */
  readonly out: string;
  /** Absolute path of the target file, where a command that repeats an exchange has to name it. */
  readonly targetFile?: string;
  /** Options of `mock` that make the embedded endpoint what it is in the run. */
  readonly endpoint?: readonly string[];
  readonly operations: readonly OperationId[];
  /** What else the caller left out. */
  readonly choices: RunChoices;
  /** Absolute folder that keeps the history of Allure reports, where one was asked for. */
  readonly history?: string;
  /** Absolute file of the figures of the suite's own proof, present or not. */
  readonly proof: string;
  /** Absolute file of known deviations. */
  readonly deviations?: string;
  /** The caller's own copy of the interface document. */
  readonly document?: DocumentFile;
  /** The run was opened already: what its opening wrote stays. */
  readonly opened?: boolean;
  /** Leaves out the Allure report and the results that it is made from. */
  readonly skipAllure?: boolean;
  /** Prints every finding and reason at the end. */
  readonly verbose?: boolean;
}

/** A run whose reports are not written yet. */
interface BegunRun {
  /** Process of the runner. */
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly options: ReporterOptions;
}

// Beside the exchanges of the workers, and removed with them when the reports are written.
const fileOf = (out: string) => join(out, partsFolder, 'run.json');

/** Keeps what the reports of a run need besides its exchanges, so that they can be made when the run was killed. */
export function writeBegunRun(options: ReporterOptions, shard?: string): void {
  const { target, out } = options;
  const name = shard === undefined ? target.name : `${target.name}, ${shard}`;
  const begun: BegunRun = {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    options: { ...options, target: { ...target, name, baseUrl: redactText(target.baseUrl) } },
  };
  const file = fileOf(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${jsonText(begun, 2)}\n`, { mode: 0o600 });
}

/** The run of a folder that was begun and has no reports yet. */
export function readBegunRun(out: string): BegunRun | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(out), 'utf8')) as BegunRun;
  } catch {
    // There is none, or the disk was full before it was whole, and so before a test began.
    return undefined;
  }
}
