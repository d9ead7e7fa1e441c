import { SendingStopped } from './refused-send.ts';

/** The signals that ask a process to end. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Told once, when this process is stopped: by what, and the signal where one came to this very process. */
export type OnStop = (by: string, signal?: NodeJS.Signals) => void;

let stoppedBy: string | undefined;
const listeners = new Set<OnStop>();

/** What stopped this process, as `SIGINT`; undefined while it goes on. From then on it sends nothing more. */
export function whatStopped(): string | undefined {
  return stoppedBy;
}

/** Throws `SendingStopped` where this process was stopped. */
export function demandGoingOn(): void {
  if (stoppedBy !== undefined) throw new SendingStopped(`stopped by ${stoppedBy}`);
}

/** Stops all that this process sends, for good; the first reason counts. */
export function stopSending(by: string, signal?: NodeJS.Signals): void {
  if (stoppedBy !== undefined) return;
  stoppedBy = by;
  for (const listener of [...listeners]) listener(by, signal);
}

/** Calls back when this process is stopped, at once where it was; returns what ends that. */
export function onStop(listener: OnStop): () => void {
  if (stoppedBy === undefined) listeners.add(listener);
  else listener(stoppedBy);
  return () => void listeners.delete(listener);
}

/** Does what waits, and gives it up with `SendingStopped` when this process is stopped; what was given up can send nothing more. */
export async function untilStopped<Result>(work: () => Promise<Result>): Promise<Result> {
  let release = () => {};
  const stopped = new Promise<never>((_, reject) => {
    release = onStop((by) => reject(new SendingStopped(`stopped by ${by}`)));
  });
  try {
    return await Promise.race([work(), stopped]);
  } finally {
    release();
  }
}

const hear = (signal: NodeJS.Signals) => stopSending(signal, signal);

/** From here on the signals that ask this process to end stop what it sends, instead of ending it in the middle. */
export function hearSignals(): void {
  for (const signal of stopSignals) process.off(signal, hear).on(signal, hear);
}

let tests = 0;

/** Counts a test that is under way in this worker; returns what ends it. */
export function beginTest(): () => void {
  tests += 1;
  return () => {
    tests -= 1;
  };
}

/**
 * Lets the end of the run, and that of its runner, stop what a worker sends; Playwright says the one, the system the other. Where
 * no test is under way the run ended by itself, and a worker may still ask what it asks at its end.
 */
export function hearRunner(): void {
  process.on('message', (message: { readonly method?: unknown } | null) => {
    if (message?.method === '__stop__' && tests > 0) stopSending('the end of the run');
  });
  process.on('disconnect', () => stopSending('the end of the runner'));
}
