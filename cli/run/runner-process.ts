import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../reports/replace-file.ts';
import { releaseDiskSpace, whyNoDiskSpace } from '../../reports/run/disk-space.ts';
import { settleReports } from '../../reports/run/own-files.ts';
import { type RunPlan, readPlan } from '../../reports/run/run-facts.ts';
import { onStop, stopSending, stopSignals, whatStopped } from '../../targets/stop.ts';
import { packageRoot } from '../../targets/suite-version.ts';
import { withoutLeaking } from '../leaking-variables.ts';
import { isInstalled, plainLoading } from '../package-root.ts';
import { exitStatus } from '../subcommand.ts';
import { removeFolder } from '../temporary-folder.ts';
import type { FolderLock } from './folder-lock.ts';

// Without a limit the heap grows with the memory of the machine before any garbage collection.
const youngHeapFlag = '--max-semi-space-size=4';
/** Heap of one worker, in megabytes: reading, judging and masking one exchange takes less than half of it. */
const workerHeap = '--max-old-space-size=400';

function nodeOptions(flag: string, { NODE_OPTIONS = '' }: NodeJS.ProcessEnv): string {
  // The last option counts, so the user's NODE_OPTIONS win.
  return `${flag} ${NODE_OPTIONS}`.trim();
}

/** Limits the heap of the workers that this process starts. */
export function boundWorkers(environment: NodeJS.ProcessEnv = process.env): void {
  environment.NODE_OPTIONS = nodeOptions(workerHeap, environment);
}

/** Environment variable that is set for a runner that a command started and is connected to. */
const commandVariable = 'CONFORMANCE_COMMAND';

/**
 * Removes, when the runner ends after its command, the temporary folder and `own`, the folder of the command's lock:
 * among evidence it would be an unlisted file.
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

/** The end of a runner: its status, what stopped it, and whether it was killed. */
interface EndOfRunner {
  readonly code: number;
  readonly stoppedBy?: string | undefined;
  readonly isKilled?: boolean;
}

/** Waits until a runner ends. A signal that stops this command is passed on to it; if this command dies, so does it. */
export async function endOfRunner(child: ChildProcess): Promise<EndOfRunner> {
  // A terminal signals both processes, other senders only one; the runner ignores a second stop.
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

/** Removes what a runner without a single test leaves in the folder of the reports. */
function forgetTests(out: string): void {
  releaseDiskSpace(out);
  rmSync(join(out, 'allure-results'), { recursive: true, force: true });
}

/** Prints why a runner left no result, writes the possible reports, and returns the exit status of the run. */
export async function endWithoutResults(plan: RunPlan, { code, stoppedBy }: EndOfRunner): Promise<number> {
  // The runner takes over the plan before its first test.
  const pid = readPlan(plan.out)?.pid ?? process.pid;
  const isBegun = pid !== process.pid;
  if (stoppedBy === undefined) {
    // A runner on a full disk may print no reason.
    const why = whyNoDiskSpace(plan.out) ?? 'Its messages above say why.';
    process.stderr.write(`The runner ended (${code}) without results. ${why}\n`);
    return exitStatus.suiteError;
  }
  // Before the first test only the opening is recorded.
  const where = isBegun ? 'its reports were written' : 'its first test';
  if (isBegun) releaseDiskSpace(plan.out);
  else {
    forgetTests(plan.out);
    const { reportNothing } = await import('../../reports/run/finish-run.ts');
    await reportNothing(plan, `the run was stopped by ${stoppedBy} before its first test`);
  }
  process.stderr.write(`incomplete: the run was stopped by ${stoppedBy} before ${where}.\n`);
  return exitStatus.incomplete;
}

// A worker stopped before it has started gets no message, and the runner would wait for minutes.
const longestEndMs = 20_000;

/** A started runner, which loads while the run is opened. */
export interface Runner {
  /** Lets the tests begin, and waits for the end of the runner. */
  begin(): Promise<EndOfRunner>;
  /** Ends a runner whose tests did not begin; nothing of it is left. */
  discard(): Promise<void>;
}

/** Starts Playwright with these arguments; it holds the lock until it ends. */
export function startRunner(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  lock: FolderLock,
  { out, quiet = false }: { readonly out: string; readonly quiet?: boolean | undefined },
): Runner {
  const script = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const output = quiet ? 'ignore' : 'inherit';
  const child = spawn(process.execPath, [script, 'test', ...words], {
    stdio: [output, output, output, 'ipc'],
    env: {
      PWTEST_CACHE_DIR: keptFolder('compiled') ?? join(lock.scratch, 'compiled'),
      PWTEST_CHILD_PROCESS_TIMEOUT: String(longestEndMs),
      // Where Node 22 caches the compiled code of packages.
      NODE_COMPILE_CACHE: keptFolder('code'),
      ...plainLoading,
      ...withoutLeaking(environment),
      [commandVariable]: String(process.pid),
      NODE_OPTIONS: nodeOptions(youngHeapFlag, environment),
      TMPDIR: lock.scratch,
    },
  });
  child.on('message', (message: { readonly stop?: unknown }) => {
    if (typeof message.stop === 'string') stopSending(message.stop);
  });
  if (child.pid !== undefined) lock.add(child.pid);
  const ended = endOfRunner(child);
  let isBegun = false;
  // A signal to a runner that is still loading does not reach this command.
  child.once('exit', () => {
    const signal = stopSignals.find((one) => one === child.signalCode);
    if (signal !== undefined) stopSending(signal);
  });
  return {
    begin() {
      isBegun = true;
      if (child.connected) child.send({ begin: true }, () => {});
      return ended;
    },
    async discard() {
      if (isBegun) return;
      child.kill('SIGKILL');
      await ended;
      forgetTests(out);
    },
  };
}

/**
 * Returns a cache folder next to the packages that only this user can write to, if possible. Playwright's default is in
 * the shared temporary folder, where any user could create it first.
 */
function keptFolder(name: string): string | undefined {
  const modules = isInstalled ? dirname(packageRoot) : join(packageRoot, 'node_modules');
  const folder = join(modules, '.cache', 'payment-acquiring-conformance', name);
  try {
    makeFolder(folder, 0o700);
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}
