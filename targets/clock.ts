import { setTimeout as sleep } from 'node:timers/promises';

/** Time as pacing sees it, in milliseconds; tests pass one that does not wait. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** The clock on the wall. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
};
