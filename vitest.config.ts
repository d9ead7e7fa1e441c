import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';
import { ownProcess, sharedRooms, waiting } from './tests/shared-process.ts';
import { authorityFile } from './tests/targets/authority.ts';

// Node reads it when a process starts.
process.env.NODE_EXTRA_CA_CERTS = authorityFile;
const shared = sharedRooms.map((room) => `tests/${room}/**/*.test.ts`);
// Ends what hangs: on a busy machine what takes seconds may take minutes.
const limits = { testTimeout: 900_000, hookTimeout: 900_000, pool: 'forks', maxWorkers: 2 } as const;
const common = { globalSetup: ['tests/temporary-files.ts', 'tests/build-once.ts'] };
const shortProcess = 'reports/short-process.cjs';
/** One file after another in a process that keeps its modules: loading them takes seconds. */
const sharing = { isolate: false, setupFiles: [shortProcess, 'tests/fresh-redaction.ts'] };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...limits,
          ...common,
          name: 'own',
          include: ownProcess,
          setupFiles: [shortProcess],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...limits,
          ...common,
          ...sharing,
          name: 'shared',
          include: shared,
          exclude: [...ownProcess, ...waiting],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...limits,
          ...common,
          ...sharing,
          name: 'waiting',
          include: ['tests/{e2e,pack}/**/*.test.ts', ...waiting],
          maxWorkers: 5,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
