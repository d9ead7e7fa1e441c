import { setTimeout as sleep } from 'node:timers/promises';

/** Time as pacing sees it, in milliseconds; tests pass one that does not wait. A sleep ends early when its signal says so. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock on the wall. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { ...(signal && { signal }) }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });
  },
};

/**
 * Milliseconds of a clock that only goes forward and that all processes of a machine have in common, so that what several of
 * them note can be put in order.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}
