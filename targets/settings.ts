import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closest, distance } from 'fastest-levenshtein';
import { contractSha256 } from '../reports/digest.ts';
import type { Shard } from '../reports/run/choices.ts';
import {
  certificationRuns,
  certificationSeed,
  contractSeed,
  type SeedSource,
} from '../schemas/certification.ts';
import { optionWords, usualTarget } from '../schemas/command-line.ts';
import { defined } from '../schemas/defined.ts';
import { bodyFormats, type OpeningReport } from '../schemas/opening.ts';
import { type OperationId, operationIds } from '../schemas/types.ts';
import { dayOf, monotonicMs } from './clock.ts';
import { ConfigurationError } from './configuration-error.ts';
import { shareOf } from './file/limits.ts';
import { maskedTargetFile } from './file/masked-target.ts';
import type { Environment } from './file/secret.ts';
import { targetSha256 } from './file/target-file.ts';
import { didYouMean } from './nearest.ts';
import { standInFor } from './stand-in.ts';
import { loadTarget, resolvedTarget, type Target } from './target.ts';

/** The ways to judge a run as a whole. */
export const profiles = ['ci', 'certification'] as const;
/** One of the profiles. */
export type Profile = (typeof profiles)[number];
/** What a warning does to a test: it is noted, or it fails the test. */
export const warningEffects = ['note', 'fail'] as const;

/** All settings of a run from outside. */
export interface Settings {
  /** Absolute path of the target file. */
  readonly targetFile: string;
  /** Has the limits of one shard if the run is split. */
  readonly target: Target;
  readonly profile: Profile;
  readonly warnings: (typeof warningEffects)[number];
  /** From 0 to 2^31-1; by default that of the contract. */
  readonly seed: number;
  readonly seedFrom: SeedSource;
  /** The day that dates of requests count from, `YYYY-MM-DD`; today in UTC by default. */
  readonly day: string;
  /** Cases per property. */
  readonly runs: number;
  /** All operations; of a run those that its tests call. */
  readonly operations: readonly OperationId[];
  /** Of these, the ones under test; others are only called before them. All without a choice of tests. */
  readonly tested?: readonly OperationId[];
  /** Absolute folder of the reports. */
  readonly out: string;
  /** First part of every order_no of the run; by default derived from the seed (embedded endpoint) or new (others). */
  readonly runId: string;
  /** Start of the run, in milliseconds of the clock that all its processes share. */
  readonly startedAt: number;
  /** Parallel workers, at most as many as concurrent requests are allowed. */
  readonly workers: number;
  /** Id of the parent process of all workers of the run. */
  readonly runner: number;
  /** `auto`, `none` or the path of an executable. */
  readonly browser: string;
  /** Fault of the embedded endpoint, by id. */
  readonly fault?: string;
  /** True sends the requests of the target to the embedded endpoint instead. */
  readonly rehearses: boolean;
  /** True for a run within a proof: its statement says what failed, and no test fails, with which a worker would end. */
  readonly proves: boolean;
  /** True if a preflight opens the run before its tests. */
  readonly opened: boolean;
  /** The shard of the run if it is split; all shards share the limits of the target. */
  readonly shard?: Shard;
  /** True for a user's own tests, which no command of the suite can repeat. */
  readonly own?: true;
  /** Folder that gets all exchanges unmasked, for a proof; only with the embedded endpoint. */
  readonly recordIn?: string;
}

const processStart = monotonicMs();

/** The environment variable of each option of a run. */
export const optionVariables = {
  target: 'CONFORMANCE_TARGET',
  profile: 'CONFORMANCE_PROFILE',
  warnings: 'CONFORMANCE_WARNINGS',
  seed: 'CONFORMANCE_SEED',
  day: 'CONFORMANCE_DAY',
  runs: 'CONFORMANCE_RUNS',
  out: 'CONFORMANCE_OUT',
  workers: 'CONFORMANCE_WORKERS',
  runId: 'CONFORMANCE_RUN_ID',
  fault: 'CONFORMANCE_FAULT',
} as const;

const known = [
  ...Object.values(optionVariables),
  'CONFORMANCE_BASE_URL',
  'CONFORMANCE_EMBEDDED_URL',
  'CONFORMANCE_BROWSER',
  'CONFORMANCE_MOCK_KEY',
  'CONFORMANCE_REHEARSE',
  'CONFORMANCE_CLEAN_UP',
  'CONFORMANCE_SEND',
  'CONFORMANCE_PLAN',
  'CONFORMANCE_RUN',
  'CONFORMANCE_RECORD',
  'CONFORMANCE_PROOF',
] as const;

type Variable = (typeof known)[number];

/** Settings as plain data without a secret: only the path of the target file. */
export type PlainSettings = Omit<Settings, 'target' | 'runner'> & {
  /** SHA-256 of the target file that was checked. */
  readonly checked: string;
};

/** What a command knows of a run besides its options. */
export type Known = Partial<Pick<Settings, 'own' | 'shard'>>;

/** Settings as plain data for a file. */
export function plainSettings({ target: _, runner: __, ...plain }: Settings): PlainSettings {
  return { ...plain, checked: targetSha256(plain.targetFile) };
}

/** Writes settings to a folder for processes that make no reports; returns the variable with the path. */
export function keepSettings(settings: Settings, folder: string): { readonly CONFORMANCE_PLAN: string } {
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify(plainSettings(settings)), { mode: 0o600 });
  return { CONFORMANCE_PLAN: file };
}

/** The target at the address of the environment, with its secrets and the limits of one shard, and the runner. */
function resolvedIn(
  targetFile: string,
  environment: Environment,
  {
    shard: { of } = { number: 1, of: 1 },
    rehearses,
    checked,
  }: Pick<Settings, 'rehearses' | 'shard'> & Partial<Pick<PlainSettings, 'checked'>>,
) {
  const base = environment.CONFORMANCE_BASE_URL?.trim() || undefined;
  const embedded = environment.CONFORMANCE_EMBEDDED_URL?.trim() || undefined;
  const real = resolvedTarget(loadTarget(targetFile, environment, checked), base, embedded);
  const endpoint = () => resolvedTarget(loadTarget(embeddedTargetFile(), environment), undefined, embedded);
  const placed = rehearses && real.environment !== 'embedded' ? standInFor(real, endpoint()) : real;
  return {
    target: { ...placed, limits: shareOf(placed.limits, of) },
    // Only workers have this variable from Playwright.
    runner: environment.TEST_WORKER_INDEX === undefined ? process.pid : process.ppid,
  };
}

/** Adds to plain settings the target at the address of the environment, with its secrets. */
export function resolvedSettings(plain: PlainSettings, environment: Environment = process.env): Settings {
  const { checked, ...settings } = plain;
  return { ...settings, ...resolvedIn(settings.targetFile, environment, { ...settings, checked }) };
}

/** The plan of the run as text: a file, or for workers of a run without the reporter of the suite a variable. */
function plannedIn({ CONFORMANCE_PLAN, CONFORMANCE_RUN, TEST_WORKER_INDEX }: Environment) {
  if (CONFORMANCE_PLAN !== undefined) return readFileSync(CONFORMANCE_PLAN, 'utf8');
  return TEST_WORKER_INDEX === undefined ? undefined : CONFORMANCE_RUN;
}

/** Reads the settings from the plan, else from variables; throws `ConfigurationError` with variable, rule and value. */
export function readSettings(environment: Environment = process.env, known: Known = {}): Settings {
  const plan = plannedIn(environment);
  if (plan !== undefined) return resolvedSettings(JSON.parse(plan), environment);
  refuseMisspelt(environment);
  const textOf = (name: Variable): string | undefined => environment[name]?.trim() || undefined;
  const numberOf = (name: Variable, least: number, most: number) => {
    const text = textOf(name);
    return text === undefined ? undefined : numberIn(name, text, least, most);
  };
  const flag = (name: Variable) =>
    ['1', 'true'].includes(wordIn(name, textOf(name)?.toLowerCase() ?? '0', ['0', '1', 'false', 'true']));
  const targetFile = targetFileIn(environment);
  const rehearses = flag('CONFORMANCE_REHEARSE');
  const { target, runner } = resolvedIn(targetFile, environment, { rehearses, ...known });
  const profile = wordIn('CONFORMANCE_PROFILE', textOf('CONFORMANCE_PROFILE') ?? 'ci', profiles);
  const chosen = seedIn('CONFORMANCE_SEED', textOf('CONFORMANCE_SEED'));
  const isCertified = profile === 'certification';
  const day = dayOf(textOf('CONFORMANCE_DAY'), 'CONFORMANCE_DAY');
  const { seed, seedFrom } = seedOf(targetFile, chosen, isCertified, day);
  const workers = numberOf('CONFORMANCE_WORKERS', 1, 64) ?? usualWorkers(target);
  return {
    targetFile: resolve(targetFile),
    target,
    profile,
    warnings: wordIn('CONFORMANCE_WARNINGS', textOf('CONFORMANCE_WARNINGS') ?? 'note', warningEffects),
    seed,
    seedFrom,
    day,
    runs: numberOf('CONFORMANCE_RUNS', 1, 1_000_000) ?? certificationRuns,
    operations: operationIds,
    out: resolve(textOf('CONFORMANCE_OUT') ?? 'results/run'),
    runId: runIdOf(textOf('CONFORMANCE_RUN_ID'), seed, target),
    startedAt: processStart,
    workers: Math.min(workers, target.limits.concurrent),
    runner,
    browser: browserOf(textOf('CONFORMANCE_BROWSER')),
    rehearses,
    proves: flag('CONFORMANCE_PROOF'),
    opened: false,
    ...defined({
      fault: textOf('CONFORMANCE_FAULT'),
      own: known.own,
      shard: known.shard,
      recordIn: recordFolder(textOf('CONFORMANCE_RECORD'), target),
    }),
  };
}

/** Five workers for eight concurrent requests: many tests send one at a time, which leaves places for the others. */
function usualWorkers({ limits: { concurrent, requestsPerSecond }, environment }: Target): number {
  // A slow pace keeps few workers busy. The embedded endpoint needs a processor, not a network.
  const paced = requestsPerSecond < 5 ? 1 : requestsPerSecond < 20 ? 2 : 5;
  return Math.max(1, Math.min(environment === 'embedded' ? 2 : paced, Math.floor((concurrent * 5) / 8)));
}

/**
 * The settings with the body formats that an opening found accepted. Only
 * documented formats are used, since a report may come from someone else.
 */
export function withBodyFormats(settings: Settings, report: OpeningReport | undefined): Settings {
  const { encodings } = settings.target;
  const found = (report?.steps ?? []).flatMap(({ operation, writing }) => {
    const known = bodyFormats.find(
      ({ encoding, contentType }) => encoding === writing?.encoding && contentType === writing.contentType,
    );
    return known === undefined ? [] : [[operation, { ...encodings[operation], ...known }] as const];
  });
  if (found.length === 0) return settings;
  return {
    ...settings,
    target: { ...settings.target, encodings: { ...encodings, ...Object.fromEntries(found) } },
  };
}

/** Path of the embedded endpoint's target file, which is part of the suite. */
export function embeddedTargetFile(): string {
  return fileURLToPath(new URL('./mock.json', import.meta.url));
}

/** A variable that only the embedded endpoint has: it selects it, whatever target file the folder holds. */
const embeddedVariables: readonly Variable[] = ['CONFORMANCE_FAULT'];

/** Returns whether an environment names no service. */
export function isServiceUnnamed(environment: Environment): boolean {
  return !['CONFORMANCE_TARGET', ...embeddedVariables].some((name) => environment[name]?.trim());
}

/** The word for the embedded endpoint in place of a target file. */
export const embeddedWord = 'embedded';

/** The target file of an environment: the named one, else that of the folder, else the embedded endpoint's. */
export function targetFileIn(environment: Environment): string {
  const named = environment.CONFORMANCE_TARGET?.trim();
  if (named === embeddedWord) return embeddedTargetFile();
  if (named) return named;
  return isServiceUnnamed(environment) && existsSync(usualTarget) ? usualTarget : embeddedTargetFile();
}

/** The target file for a printed command; undefined for the embedded endpoint's and for a temporary one. */
export function printedTarget(file: string | undefined): string | undefined {
  const isTemporary = file !== undefined && /^conformance-[a-z]+-/.test(basename(dirname(file)));
  return file === embeddedTargetFile() || isTemporary ? undefined : file;
}

/** The options of `mock` that start the embedded endpoint as in a run. */
export function endpointOptions({
  fault,
  acquirer,
}: {
  readonly fault?: string | undefined;
  readonly acquirer?: string | undefined;
}): readonly string[] {
  // An acquirer always checks signatures.
  const signing = acquirer === undefined ? 'hmac-sha256' : undefined;
  return optionWords({ acquirer, signing, fault });
}

/** Path of the target file for an acquirer of the embedded endpoint. */
export function acquirerTargetFile(name: string): string {
  return fileURLToPath(new URL(`./acquirers/${name}.json`, import.meta.url));
}

// A misspelt variable would silently leave its default in force.
function refuseMisspelt(environment: Environment): void {
  const wrong = Object.keys(environment).find(
    (name) => name.startsWith('CONFORMANCE_') && !(known as readonly string[]).includes(name),
  );
  if (wrong === undefined) return;
  // Less similar names are allowed: a target file may choose any variable for its secrets.
  const meant = closest(wrong, known);
  if (distance(wrong, meant) <= 2)
    throw new ConfigurationError(`${wrong} is not a known variable. Did you mean "${meant}"?`);
}

/** Reads a named value: an integer between two bounds, both included. Throws `ConfigurationError` otherwise. */
export function numberIn(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d{1,15}$/.test(text) && number >= least && number <= most) return number;
  throw new ConfigurationError(
    `${name} must be an integer from ${least} to ${most}, found ${JSON.stringify(text)}.`,
  );
}

/** Reads a named value: one of a few words. Throws `ConfigurationError` otherwise. */
export function wordIn<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw new ConfigurationError(
    `${name} must be one of ${words.join(', ')}, found ${JSON.stringify(text)}.${didYouMean(text, words)}`,
  );
}

// A real service remembers the orders of earlier runs, even of runs with the same seed.
function runIdOf(text: string | undefined, seed: number, { environment }: Target): string {
  if (text === undefined) return `r${(environment === 'embedded' ? seed : Date.now()).toString(36)}`;
  if (/^[A-Za-z0-9-]{1,16}$/.test(text)) return text;
  throw new ConfigurationError(
    `CONFORMANCE_RUN_ID must be 1 to 16 letters, digits or hyphens, found ${JSON.stringify(text)}.`,
  );
}

function recordFolder(text: string | undefined, { environment }: Target): string | undefined {
  if (text !== undefined && environment !== 'embedded')
    throw new ConfigurationError(
      'CONFORMANCE_RECORD is for the embedded endpoint alone: it keeps what is sent unmasked.',
    );
  return text;
}

function browserOf(text = 'auto'): string {
  if (text === 'auto' || text === 'none' || isAbsolute(text)) return text;
  throw new ConfigurationError(
    `CONFORMANCE_BROWSER must be auto, none or an absolute path, found ${JSON.stringify(text)}.`,
  );
}

/** The word for a seed that the run draws. */
const drawn = 'random';

/** Reads a seed, or the word for a new one; throws `ConfigurationError` otherwise. */
function seedIn(name: string, text: string | undefined): number | typeof drawn | undefined {
  if (text === undefined || text === drawn) return text;
  if (/^\d/.test(text)) return numberIn(name, text, 0, 2 ** 31 - 1);
  throw new ConfigurationError(
    `${name} must be an integer from 0 to ${2 ** 31 - 1} or ${drawn}, found ${JSON.stringify(text)}.`,
  );
}

/** The seed of a run: the chosen or a new one; for a certification, from day and target file; else the contract's. */
export function seedOf(
  targetFile: string,
  chosen: number | typeof drawn | undefined,
  isCertified: boolean,
  date: string,
): Pick<Settings, 'seed' | 'seedFrom'> {
  if (chosen === drawn) return { seed: randomInt(2 ** 31), seedFrom: { how: 'random' } };
  if (chosen !== undefined) return { seed: chosen, seedFrom: { how: 'given' } };
  if (!isCertified) return { seed: contractSeed(contractSha256()), seedFrom: { how: 'contract' } };
  const seed = certificationSeed(date, maskedTargetFile(targetFile).sha256);
  return { seed, seedFrom: { how: 'date-and-target', date } };
}
