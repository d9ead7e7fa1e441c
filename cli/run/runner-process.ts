import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { settleReports } from '../../reports/run/own-files.ts';
import { lackOfRoom, releaseRoom } from '../../reports/run/room.ts';
import { type RunPlan, readPlan } from '../../reports/run/run-facts.ts';
import { commandLine } from '../../schemas/command-line.ts';
import { onStop, stopSending, stopSignals, whatStopped } from '../../targets/stop.ts';
import { packageRoot } from '../../targets/suite-version.ts';
import { withoutLeaking } from '../leaking-variables.ts';
import { isInstalled, plainLoading } from '../package-root.ts';
import { exitStatus } from '../subcommand.ts';
import { removeFolder } from '../temporary-folder.ts';
import type { FolderLock } from './folder-lock.ts';

// Without a bound a heap grows with the memory of the machine before anything is collected.
const young = '--max-semi-space-size=4';
/** The heap of one worker, in megabytes: what is read, judged and masked at a time takes less than half of it. */
const workerHeap = '--max-old-space-size=400';

function asked(flag: string, { NODE_OPTIONS = '' }: NodeJS.ProcessEnv): string {
  // What the user asks of Node comes last and counts.
  return `${flag} ${NODE_OPTIONS}`.trim();
}

/** Bounds the heap of the workers that this process starts from now on. */
export function boundWorkers(environment: NodeJS.ProcessEnv = process.env): void {
  environment.NODE_OPTIONS = asked(workerHeap, environment);
}

/** Variable that says to a runner that a command started it and holds the connection to it. */
const commandVariable = 'CONFORMANCE_COMMAND';

/**
 * Where the command that started this runner is gone, its temporary folder goes with the runner, and so does `own`, where the
 * command kept its lock: among evidence it would be a file that no list names.
 */
export function endWithCommand(own: string, environment: NodeJS.ProcessEnv = process.env): void {
  const scratch = environment.TMPDIR;
  if (environment[commandVariable] === undefined || scratch === undefined) return;
  process.once('exit', () => {
    if (process.connected) return;
    settleReports(dirname(own));
    for (const left of [scratch, own]) removeFolder(left);
  });
}

/** How a runner ended: its status, what stopped it where it was stopped, and whether it had no time to end in order. */
interface EndOfRunner {
  readonly code: number;
  readonly stoppedBy?: string | undefined;
  readonly isKilled?: boolean;
}

/** Waits for the end of a runner, which is told when this command is stopped, and dies with this command. */
export async function endOfRunner(child: ChildProcess): Promise<EndOfRunner> {
  // A terminal sends the signal to both, anybody else to one of them; it is told once and minds no second time.
  const release = onStop((by) => void (child.connected && child.send({ stop: by }, () => {})));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const code = await new Promise<number>((resolve) => {
    const ended = (status: number | null) => resolve(status ?? 130);
    if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode);
    else child.on('exit', ended);
  });
  process.off('exit', kill);
  release();
  const signal = stopSignals.find((one) => one === child.signalCode);
  return { code, stoppedBy: whatStopped() ?? signal, isKilled: child.signalCode === 'SIGKILL' };
}

/** Says why a runner left no result, or that none was started, writes what reports there can be, and returns the exit status of the run. */
export async function endWithoutResults(plan: RunPlan, { code, stoppedBy }: EndOfRunner): Promise<number> {
  // The runner takes the plan over before its first test.
  const pid = readPlan(plan.out)?.pid ?? process.pid;
  const isBegun = pid !== process.pid;
  const advice = isBegun
    ? ` ${commandLine('report', 'recover', plan.out)} makes the reports of what was recorded.`
    : '';
  if (stoppedBy === undefined) {
    // A runner whose first line finds no room has no words for it.
    const why = lackOfRoom(plan.out) ?? 'Its messages above say why.';
    process.stderr.write(`The runner ended (${code}) without results. ${why}${advice}\n`);
    return exitStatus.suiteError;
  }
  // Before its first test nothing is recorded but what the opening sent.
  const where = isBegun ? 'its reports were written' : 'its first test';
  releaseRoom(plan.out);
  if (!isBegun) {
    rmSync(join(plan.out, 'allure-results'), { recursive: true, force: true });
    const { reportNothing } = await import('../../reports/run/finish-run.ts');
    await reportNothing(plan, `the run was stopped by ${stoppedBy} before its first test`);
  }
  process.stderr.write(`incomplete: the run was stopped by ${stoppedBy} before ${where}.${advice}\n`);
  return exitStatus.incomplete;
}

// A worker that is asked to end before it has started never hears of it, and the runner would wait for minutes.
const longestEndMs = 20_000;

/** Runs Playwright's runner of tests with these words, which holds the folder of the reports while it runs; waits for its end. */
export async function runRunner(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  lock: FolderLock,
  { quiet = false }: { readonly quiet?: boolean | undefined },
): Promise<EndOfRunner> {
  const script = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const output = quiet ? 'ignore' : 'inherit';
  const child = spawn(process.execPath, [script, 'test', ...words], {
    stdio: [output, output, output, 'ipc'],
    env: {
      PWTEST_CACHE_DIR: keptFolder('compiled') ?? join(lock.scratch, 'compiled'),
      PWTEST_CHILD_PROCESS_TIMEOUT: String(longestEndMs),
      // Where the engine (Node 22) keeps the compiled code of packages for the next process.
      NODE_COMPILE_CACHE: keptFolder('code'),
      ...plainLoading,
      ...withoutLeaking(environment),
      [commandVariable]: String(process.pid),
      NODE_OPTIONS: asked(young, environment),
      TMPDIR: lock.scratch,
    },
  });
  child.on('message', (message: { readonly stop?: unknown }) => {
    if (typeof message.stop === 'string') stopSending(message.stop);
  });
  if (child.pid !== undefined) lock.add(child.pid);
  return endOfRunner(child);
}

/**
 * A folder next to the packages, where nobody else may write; undefined where there can be none. The runner's own choice is a name in
 * the common temporary folder that anybody can take first.
 */
function keptFolder(name: string): string | undefined {
  const modules = isInstalled ? dirname(packageRoot) : join(packageRoot, 'node_modules');
  const folder = join(modules, '.cache', 'payment-acquiring-conformance', name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}
