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
  'runs',
] as const;

/** Files of those rooms that need a process of their own: they change what a process holds, its modules or its memory, or measure it. */
export const ownProcess = [
  'tests/house/growth.test.ts',
  'tests/proof/removed-checks.test.ts',
  'tests/proof/score-services.test.ts',
  'tests/reports/evidence-memory.test.ts',
  'tests/reports/redact-withheld.test.ts',
  'tests/reports/relieved.test.ts',
  'tests/targets/browser.test.ts',
  'tests/targets/shared-pace.test.ts',
];

/** Files of those rooms that wait for processes and pages, of which more may do so at a time than there are processors. */
export const waiting = [
  'tests/cli/building.test.ts',
  'tests/cli/certificate-commands.test.ts',
  'tests/cli/every-command.test.ts',
  'tests/cli/explore-browser.test.ts',
  'tests/cli/explore-limits.test.ts',
  'tests/cli/explore-page.test.ts',
  'tests/cli/explore.test.ts',
  'tests/cli/guarded-writings.test.ts',
  'tests/cli/har-browser.test.ts',
  'tests/cli/init.test.ts',
  'tests/cli/leaking-variables.test.ts',
  'tests/cli/mock.test.ts',
  'tests/cli/print-pdf.test.ts',
  'tests/cli/generate-body.test.ts',
  'tests/cli/start.test.ts',
  'tests/cli/suite-facts.test.ts',
  'tests/cli/target-choice.test.ts',
  'tests/cli/temporary-folder.test.ts',
  'tests/house/contributing.test.ts',
  'tests/house/unused.test.ts',
  'tests/mock/hostile-wire.test.ts',
  'tests/opening/lost-answers.test.ts',
  'tests/opening/unread-proxy.test.ts',
  'tests/runs/accepted-writing.test.ts',
  'tests/runs/folder-is-data.test.ts',
  'tests/cli/explore-lost-answers.test.ts',
  'tests/runs/turned-away.test.ts',
  'tests/specs/at-once.test.ts',
  'tests/specs/sealed-browser.test.ts',
];
