import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';
import { ownProcess, sharedRooms } from './tests/shared-process.ts';

const shared = sharedRooms.map((room) => `tests/${room}/**/*.test.ts`);
// Ends what hangs: on a busy machine what takes seconds may take minutes.
const limits = { testTimeout: 300_000, hookTimeout: 300_000, pool: 'forks', maxWorkers: 2 } as const;
const buildOnce = 'tests/build-once.ts';
const temporaryFiles = 'tests/temporary-files.ts';
const shortProcess = 'reports/short-process.cjs';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...limits,
          name: 'shared',
          include: shared,
          exclude: ownProcess,
          isolate: false,
          setupFiles: [shortProcess, 'tests/fresh-redaction.ts'],
          globalSetup: [temporaryFiles, buildOnce],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...limits,
          name: 'own',
          include: ['tests/{e2e,pack}/**/*.test.ts', ...ownProcess],
          setupFiles: [shortProcess],
          globalSetup: [temporaryFiles, buildOnce],
          // Many of these wait for processes and pages of their own.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
