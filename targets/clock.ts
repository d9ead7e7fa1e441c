import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from './configuration-error.ts';

/** Time for pacing, in milliseconds; tests pass a clock that does not wait. An aborted sleep ends early. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the system. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { ...(signal && { signal }) }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });
  },
};

/** Milliseconds of a monotonic clock that all processes of a machine share, so that their records can be ordered. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

/** Returns whether a text is a real date, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

/** The day of a setting, `YYYY-MM-DD`; today in UTC by default. Throws `ConfigurationError` for any other text. */
export function dayOf(text: string | undefined, name: string): string {
  if (text === undefined) return new Date().toISOString().slice(0, 10);
  if (isDay(text)) return text;
  throw new ConfigurationError(`${name} must be a day YYYY-MM-DD, found ${JSON.stringify(text)}.`);
}
