import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { stopSignals } from '../targets/stop.ts';
import { configPath } from './package-root.ts';
import type { Subcommand } from './subcommand.ts';

/** Passes all its words to `playwright test` with the configuration of the suite, and returns the exit status. */
export const run: Subcommand = (command) => {
  command
    .allowUnknownOption()
    .helpOption(false)
    .argument('[words...]', 'everything that playwright test takes');
  return async (words: readonly string[]) => {
    const script = createRequire(import.meta.url).resolve('@playwright/test/cli');
    const child = spawn(
      process.execPath,
      [script, 'test', '--config', configPath('../playwright.config'), ...words],
      { stdio: 'inherit' },
    );
    // A terminal signals both processes, other senders only this one: Playwright ends, and says with what.
    for (const signal of stopSignals) process.on(signal, () => void child.kill(signal));
    return new Promise<number>((ended) =>
      child.on('exit', (status, signal) =>
        ended(status ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      ),
    );
  };
};
