import { createRequire, syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, vi } from 'vitest';

interface Stopped {
  now: number;
  due: readonly { readonly at: number; readonly action: () => void }[];
}

let stopped: Stopped | undefined;
const timers: typeof import('node:timers/promises') = createRequire(import.meta.url)('node:timers/promises');

/** Does something after some milliseconds of the clock that the tests of a file go by. */
export function after(milliseconds: number, action: () => void): void {
  if (stopped === undefined) setTimeout(action, milliseconds).unref();
  else stopped.due = [...stopped.due, { at: stopped.now + milliseconds, action }];
}

/** Gives the tests of a file a clock that only waiting moves on: waiting takes no time, and what a busy machine takes counts for nothing. */
export function stopClock(): void {
  const { setTimeout: wait } = timers;
  beforeEach(() => {
    const clock: Stopped = { now: 0, due: [] };
    stopped = clock;
    vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
    timers.setTimeout = (async (milliseconds = 0, value, options) => {
      // What may end early is a limit, and nothing that is waited for.
      if (options?.signal !== undefined) return wait(milliseconds, value, options);
      await nextTurn();
      clock.now += milliseconds;
      const over = clock.due.filter(({ at }) => at <= clock.now);
      clock.due = clock.due.filter(({ at }) => at > clock.now);
      for (const { action } of over) action();
      return value;
    }) as typeof wait;
    syncBuiltinESMExports();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    timers.setTimeout = wait;
    syncBuiltinESMExports();
    stopped = undefined;
  });
}
