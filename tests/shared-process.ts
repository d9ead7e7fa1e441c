/** Rooms whose files run one after another in a process that keeps what it loaded and compiled. */
export const sharedRooms = [
  'schemas',
  'generators',
  'targets',
  'opening',
  'mock',
  'reports',
  'cli',
  'house',
  'proof',
  'specs',
] as const;

/** Files of those rooms that need a process of their own: they change what a process holds, its modules or its memory, or measure it. */
export const ownProcess = [
  'tests/cli/end-of-runner.test.ts',
  'tests/cli/replay.test.ts',
  'tests/house/growth.test.ts',
  'tests/proof/removed-checks.test.ts',
  'tests/reports/changed-answers.test.ts',
  'tests/reports/evidence-memory.test.ts',
  'tests/reports/redact-withheld.test.ts',
  'tests/reports/relieved.test.ts',
  'tests/targets/browser-elsewhere.test.ts',
];

/** Files of those rooms that wait for processes and pages, of which more may do so at a time than there are processors. */
export const waiting = [
  'tests/cli/building.test.ts',
  'tests/cli/certificate-commands.test.ts',
  'tests/cli/every-command.test.ts',
  'tests/cli/explore-browser.test.ts',
  'tests/cli/explore-limits.test.ts',
  'tests/cli/explore-page.test.ts',
  'tests/cli/explore-show.test.ts',
  'tests/cli/explore.test.ts',
  'tests/cli/folder-lock.test.ts',
  'tests/cli/guarded-writings.test.ts',
  'tests/cli/har-browser.test.ts',
  'tests/cli/init.test.ts',
  'tests/cli/leaking-variables.test.ts',
  'tests/cli/merge.test.ts',
  'tests/cli/mock.test.ts',
  'tests/cli/print-pdf.test.ts',
  'tests/cli/recover.test.ts',
  'tests/cli/sign-body.test.ts',
  'tests/cli/start.test.ts',
  'tests/cli/suite-facts.test.ts',
  'tests/cli/temporary-folder.test.ts',
  'tests/house/contributing.test.ts',
  'tests/house/unused.test.ts',
  'tests/opening/unread-proxy.test.ts',
  'tests/reports/progress.test.ts',
  'tests/specs/browser-process.test.ts',
  'tests/specs/sealed-browser.test.ts',
  'tests/specs/throttled-browser.test.ts',
  'tests/specs/unsealed-browser.test.ts',
];
