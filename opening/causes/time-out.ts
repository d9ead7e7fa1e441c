import type { Suspicion } from '../case.ts';

/** The service takes longer than the target file waits. */
export const timeOut: Suspicion = {
  kind: 'time-out',
  explain({ main: { exchange }, target }) {
    const { received } = exchange;
    if (received.kind !== 'none' || received.reason !== 'timeout') return undefined;
    return {
      key: 'limits.timeoutMs',
      says: `no answer came within ${target.limits.timeoutMs} ms`,
      advice: 'Raise limits.timeoutMs if the service is known to be slow; otherwise see why it hangs.',
    };
  },
};
