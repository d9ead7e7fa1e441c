import { spawn } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stopSending } from '../../targets/stop.ts';
import { withoutLeaking } from '../leaking-variables.ts';
import { isInstalled, packageRoot } from '../package-root.ts';
import { plainLoading } from '../runner-config.ts';
import { type EndOfRunner, endOfRunner } from './end-of-runner.ts';
import { commandVariable } from './end-with-command.ts';
import type { FolderLock } from './folder-lock.ts';
import { runnerOptions } from './process-memory.ts';

// A worker that is asked to end before it has started never hears of it, and the runner would wait for minutes.
const longestEndMs = 20_000;

/** Runs Playwright's runner with these words behind its name, which holds the folder of the reports while it runs; waits for its end. */
export async function runRunner(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  lock: FolderLock,
  { quiet = false }: { readonly quiet?: boolean | undefined },
): Promise<EndOfRunner & { readonly isKilled: boolean }> {
  const output = quiet ? 'ignore' : 'inherit';
  const script = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [script, ...words], {
    stdio: [output, output, output, 'ipc'],
    env: {
      PWTEST_CACHE_DIR: keptFolder('compiled') ?? join(lock.scratch, 'compiled'),
      PWTEST_CHILD_PROCESS_TIMEOUT: String(longestEndMs),
      // Where the engine (Node 22) keeps the compiled code of packages for the next process.
      NODE_COMPILE_CACHE: keptFolder('code'),
      ...plainLoading,
      ...withoutLeaking(environment),
      NODE_OPTIONS: runnerOptions(environment),
      [commandVariable]: String(process.pid),
      TMPDIR: lock.scratch,
    },
  });
  child.on('message', (message: { readonly stop?: unknown }) => {
    if (typeof message.stop === 'string') stopSending(message.stop);
  });
  if (child.pid !== undefined) lock.add(child.pid);
  const end = await endOfRunner(child);
  return { ...end, isKilled: child.signalCode === 'SIGKILL' };
}

/**
 * A folder beside the packages, where nobody else may write; undefined where there can be none. The runner's own choice is a name in
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
