import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readBegunRun } from '../reports/begun-run.ts';
import { DeviationFileError, loadDeviations } from '../reports/deviations.ts';
import { reportNothing } from '../reports/finish-run.ts';
import { lackOfRoom } from '../reports/room.ts';
import { commandLine } from '../schemas/command-line.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { readSettings, type Settings } from '../targets/settings.ts';
import { connectionOptions } from '../targets/transport/certificates.ts';
import { compiledCache } from './compiled-cache.ts';
import { commandVariable } from './end-with-command.ts';
import { exitStatus } from './exit-status.ts';
import { type FolderLock, lockReports } from './folder-lock.ts';
import { demandKnownVariant } from './known-variant.ts';
import { type Shard, shardOf, shardText } from './merge/shard.ts';
import { packageRoot } from './package-root.ts';
import { whyUnreachable } from './reach.ts';
import { reporterOptions } from './reporter-options.ts';

/** The options of `run`, as the command line gives them. */
export interface RunOptions {
  readonly target?: string;
  readonly profile?: string;
  readonly seed?: string;
  readonly runs?: string;
  readonly operation?: string;
  readonly out?: string;
  readonly workers?: string;
  /** First part of every order_no. */
  readonly runId?: string;
  readonly fault?: string;
  readonly dialect?: string;
  readonly grep?: string;
  /** Only one of several parts of the run, as in `2/4`. */
  readonly shard?: string;
  /** Further variables of the runner. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The environment variable that carries each option to the runner and its workers. */
const variables = {
  target: 'CONFORMANCE_TARGET',
  profile: 'CONFORMANCE_PROFILE',
  seed: 'CONFORMANCE_SEED',
  runs: 'CONFORMANCE_RUNS',
  operation: 'CONFORMANCE_OPERATION',
  grep: 'CONFORMANCE_GREP',
  out: 'CONFORMANCE_OUT',
  workers: 'CONFORMANCE_WORKERS',
  runId: 'CONFORMANCE_RUN_ID',
  fault: 'CONFORMANCE_FAULT',
  dialect: 'CONFORMANCE_DIALECT',
} as const satisfies Partial<Record<keyof RunOptions, string>>;

/** The environment of the runner: ours, with every given option in its variable. */
export function environmentOf(options: RunOptions): NodeJS.ProcessEnv {
  const given = Object.entries(variables).flatMap(([option, variable]) => {
    const value = options[option as keyof typeof variables];
    return value === undefined ? [] : [[variable, value] as const];
  });
  // Each of them makes the runner print or write headers and bodies beside every mask.
  const { DEBUG: _, PWDEBUG: __, PW_TEST_REPORTER: ___, ...kept } = process.env;
  return { ...kept, ...Object.fromEntries(given), ...options.variables };
}

function partOf(shard: string, { CONFORMANCE_SEED: seed }: NodeJS.ProcessEnv): Shard {
  const part = shardOf(shard);
  if (seed !== undefined) return part;
  throw new ConfigurationError('--shard needs --seed: all shards of a run have the same one.');
}

function demandPattern(grep: string | undefined): void {
  try {
    new RegExp(grep ?? '');
  } catch (error) {
    throw new ConfigurationError(`--grep is not a valid regular expression: ${(error as Error).message}.`);
  }
}

// A long run would end without reports.
function demandDeviations({ target }: Settings): void {
  if (target.deviations === undefined) return;
  try {
    loadDeviations(target.deviations);
  } catch (error) {
    if (error instanceof DeviationFileError) throw new ConfigurationError(error.message);
    throw error;
  }
}

function demandRoom({ out }: Settings): void {
  const lack = lackOfRoom(out);
  if (lack !== undefined) throw new ConfigurationError(lack);
}

// These would print requests unmasked, or add a reporter that writes them.
const leaking = ['DEBUG', 'PWDEBUG', 'PW_TEST_REPORTER'];

function runnerEnvironment(environment: NodeJS.ProcessEnv, { scratch }: FolderLock): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !leaking.includes(name));
  return {
    PWTEST_CACHE_DIR: compiledCache(scratch),
    ...Object.fromEntries(kept),
    [commandVariable]: String(process.pid),
    TMPDIR: scratch,
  };
}

// Every test would say the same, one after the other, at the pace that the target allows.
async function reportUnreachable(settings: Settings): Promise<number | undefined> {
  const { environment, baseUrl, proxy, tls } = settings.target;
  // Certificates that cannot be used end here, too, before a runner starts.
  const connection = connectionOptions(tls);
  if (environment === 'embedded' || baseUrl === undefined || proxy !== undefined) return undefined;
  const why = await whyUnreachable(baseUrl, connection);
  if (why === undefined) return undefined;
  const reason = `the service at ${new URL(baseUrl).origin} cannot be reached (${why})`;
  const { exitCode, result } = await reportNothing(reporterOptions(settings), reason);
  const advice = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/.test(why)
    ? ' NODE_EXTRA_CA_CERTS may name a file with its authority; "tls": { "verify": false } trusts anybody.'
    : '';
  process.stderr.write(
    `${result}: ${reason}; nothing was tested. The reports are in ${settings.out}.${advice}\n`,
  );
  return exitCode;
}

/** Runs the specs through Playwright's runner and returns the exit status that the reporter decided. */
export async function runSuite(options: RunOptions): Promise<number> {
  const environment = environmentOf(options);
  // Wrong options end here with one line, before a runner starts.
  const shard = options.shard === undefined ? undefined : partOf(options.shard, environment);
  if (shard !== undefined) environment.CONFORMANCE_SHARDS = String(shard.of);
  const settings = readSettings(environment);
  environment.CONFORMANCE_SEED = String(settings.seed);
  environment.CONFORMANCE_RUN_ID = settings.runId;
  demandKnownVariant(settings);
  demandPattern(settings.grep);
  demandDeviations(settings);
  demandRoom(settings);
  const words = [
    ...(settings.grep === undefined ? [] : ['--grep', settings.grep]),
    ...(shard === undefined ? [] : [`--shard=${shardText(shard)}`]),
  ];
  const lock = lockReports(settings.out);
  try {
    return (await reportUnreachable(settings)) ?? (await runRunner(words, settings, environment, lock));
  } finally {
    lock.release();
  }
}

async function runRunner(
  chosen: readonly string[],
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  lock: FolderLock,
): Promise<number> {
  const decided = join(settings.out, 'exit-code');
  rmSync(decided, { force: true });

  const sources = join(packageRoot, 'playwright.config.ts');
  const config = existsSync(sources) ? sources : join(packageRoot, 'dist', 'playwright.config.js');
  const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const words = [runner, 'test', '--config', config, ...chosen];
  const child = spawn(process.execPath, words, {
    stdio: 'inherit',
    env: runnerEnvironment(environment, lock),
  });
  if (child.pid !== undefined) lock.add(child.pid);
  // Ctrl-C reaches the runner too; we wait until it has written its reports.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  // A system that ends a job asks the command alone.
  const stop = () => child.kill('SIGINT');
  process.on('SIGTERM', stop);
  const code = await new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? 130)));
  process.off('SIGINT', ignore);
  process.off('SIGTERM', stop);
  if (existsSync(decided)) return Number(readFileSync(decided, 'utf8'));
  const advice =
    readBegunRun(settings.out) === undefined
      ? ''
      : ` ${commandLine('recover', settings.out)} makes the reports of what was recorded.`;
  process.stderr.write(`The runner ended (${code}) without results; its messages above say why.${advice}\n`);
  return exitStatus.suiteError;
}
