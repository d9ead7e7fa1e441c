import { createRequire } from 'node:module';
import { childStatus } from './child-status.ts';
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
    return childStatus([script, 'test', '--config', configPath('../playwright.config'), ...words]);
  };
};
