import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from './configuration-error.ts';

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

/** Tells whether a text is a real date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

/** The day that a setting names, `YYYY-MM-DD`; today in UTC without one. Throws `ConfigurationError` for any other text. */
export function dayOf(text: string | undefined, name = '--day'): string {
  if (text === undefined) return new Date().toISOString().slice(0, 10);
  if (isDay(text)) return text;
  throw new ConfigurationError(`${name} must be a day YYYY-MM-DD, found ${JSON.stringify(text)}.`);
}
