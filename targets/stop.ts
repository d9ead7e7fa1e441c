import { SendingStopped } from './refused-send.ts';

/** The signals that ask a process to end. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Called once when this process is stopped, with the cause and the signal that it received, if any. */
export type OnStop = (by: string, signal?: NodeJS.Signals) => void;

let stoppedBy: string | undefined;
const listeners = new Set<OnStop>();

/** What stopped this process, as `SIGINT`; undefined while it runs. A stopped process sends nothing more. */
export function whatStopped(): string | undefined {
  return stoppedBy;
}

/** Throws `SendingStopped` if this process was stopped. */
export function throwIfStopped(): void {
  if (stoppedBy !== undefined) throw new SendingStopped(`stopped by ${stoppedBy}`);
}

/** Stops all requests of this process for good; the first reason counts. */
export function stopSending(by: string, signal?: NodeJS.Signals): void {
  if (stoppedBy !== undefined) return;
  stoppedBy = by;
  for (const listener of [...listeners]) listener(by, signal);
}

/** Calls back when this process is stopped, at once if it was; returns a function that cancels this. */
export function onStop(listener: OnStop): () => void {
  if (stoppedBy === undefined) listeners.add(listener);
  else listener(stoppedBy);
  return () => void listeners.delete(listener);
}

/** Waits for work, and rejects with `SendingStopped` when this process is stopped: it can send nothing more. */
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

const stopOnSignal = (signal: NodeJS.Signals) => stopSending(signal, signal);

/** From now on, stop signals stop the requests of this process instead of ending it at once. */
export function listenForSignals(): void {
  for (const signal of stopSignals) process.off(signal, stopOnSignal).on(signal, stopOnSignal);
}
