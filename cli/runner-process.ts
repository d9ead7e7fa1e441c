import { mkdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startWaiting } from '../reports/waiting-process.ts';
import { stopSending } from '../targets/stop.ts';
import { type EndOfRunner, endOfRunner } from './end-of-runner.ts';
import { commandVariable } from './end-with-command.ts';
import type { FolderLock } from './folder-lock.ts';
import { withoutLeaking } from './leaking-variables.ts';
import { isInstalled, packageRoot } from './package-root.ts';
import { runnerOptions } from './process-memory.ts';
import { plainLoading } from './runner-config.ts';

/** A runner that has started to load, and runs nothing before it is told what. */
export interface WaitingRunner {
  /** Runs with these words behind the runner's name, and with what has come to the environment; waits for the end. */
  run(
    words: readonly string[],
    environment: NodeJS.ProcessEnv,
  ): Promise<EndOfRunner & { readonly isKilled: boolean }>;
  /** Ends it where it was told nothing, and waits for that. */
  giveUp(): Promise<void>;
}

// A worker that is asked to end before it has started never hears of it, and the runner would wait for minutes.
const longestEndMs = 20_000;

/** Modules of the suite that every runner loads; from the sources they go through the runner's compiler. */
const own = import.meta.url.endsWith('.ts')
  ? []
  : [
      '../reports/allure-safe.js',
      '../reports/conformance-reporter.js',
      './global-setup.js',
      '../specs/support/batch-situations.js',
      '../specs/support/request-situations.js',
    ];

function runnerEnvironment(environment: NodeJS.ProcessEnv, { scratch }: FolderLock): NodeJS.ProcessEnv {
  return {
    PWTEST_CACHE_DIR: compiledCache(scratch),
    PWTEST_CHILD_PROCESS_TIMEOUT: String(longestEndMs),
    ...plainLoading,
    ...withoutLeaking(environment),
    ...keptCode(),
    NODE_OPTIONS: runnerOptions(environment),
    [commandVariable]: String(process.pid),
    TMPDIR: scratch,
  };
}

/** Starts a runner that loads what it needs while the run is opened, and holds the folder of the reports once it runs. */
export function startRunner(
  environment: NodeJS.ProcessEnv,
  lock: FolderLock,
  { quiet = false }: { readonly quiet?: boolean | undefined },
): WaitingRunner {
  const script = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const program = pathToFileURL(createRequire(script).resolve('playwright/lib/program'));
  const output = quiet ? 'ignore' : 'inherit';
  const waiting = startWaiting({
    script,
    modules: [program.href, ...own.map((path) => new URL(path, import.meta.url).href)],
    output,
    errors: output,
    environment: runnerEnvironment(environment, lock),
    stopped: (by) => stopSending(by),
  });
  return {
    async run(words, now) {
      const child = waiting.become(words, runnerEnvironment(now, lock));
      if (child.pid !== undefined) lock.add(child.pid);
      const end = await endOfRunner(child);
      return { ...end, isKilled: child.signalCode === 'SIGKILL' };
    },
    giveUp: waiting.giveUp,
  };
}

/** A folder beside the packages, where nobody else may write; undefined where there can be none. */
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

/**
 * Folder in which the runner keeps compiled sources: beside the packages, else in `scratch`.
 * Its own choice is a name in the common temporary folder that anybody can take first.
 */
function compiledCache(scratch: string): string {
  return keptFolder('compiled') ?? join(scratch, 'compiled');
}

/** Where the processes of a run find the code of packages as the engine compiled it; nowhere is it kept without such a folder. */
function keptCode(): NodeJS.ProcessEnv {
  return { CONFORMANCE_KEPT_CODE: keptFolder('code') };
}
