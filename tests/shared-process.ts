/** Rooms whose files run one after another in a process that keeps what it loaded and compiled. */
export const sharedRooms = ['schemas', 'generators', 'targets', 'opening', 'mock', 'reports'] as const;

/** Files of those rooms that change what a process holds (its modules, memory, environment), so each needs its own. */
export const ownProcess = [
  'tests/opening/unread-proxy.test.ts',
  'tests/reports/evidence-memory.test.ts',
  'tests/reports/progress.test.ts',
  'tests/reports/redact-scan.test.ts',
  'tests/reports/redact-withheld.test.ts',
  'tests/reports/relieved.test.ts',
  'tests/targets/browser-elsewhere.test.ts',
];
