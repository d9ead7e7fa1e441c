import { table } from '../schemas/table.ts';
import { WrongUse } from '../schemas/wrong-use.ts';
import { hearSignals, onStop, stopSignals, whatStopped } from '../targets/stop.ts';
import { exitStatus } from './subcommand.ts';

/** Milliseconds in which the same signal is the first one again: `npx` passes on what a terminal sends to both. */
const same = 300;

let isServing = false;

/** Lets this command end, when it is asked to, with the exit status of what it did until then. */
export function endsWhenAsked(): void {
  isServing = true;
  hearSignals();
}

/** Says what is served, and waits for Ctrl-C or a request to end, which is how a command ends that serves. */
export async function untilAskedToEnd(announce: () => void): Promise<void> {
  // Whoever has read what is said may end it at once.
  endsWhenAsked();
  announce();
  await new Promise<void>((end) => onStop(() => end()));
}

/** The exit status of this command: one that was stopped has not done what it was to do. */
export function statusAfterStop(status: number): number {
  const isDone = isServing || whatStopped() === undefined || status !== exitStatus.conformant;
  return isDone ? status : exitStatus.incomplete;
}

/** Says on standard error what a signal does while something is sent; a second one ends this process at once. */
export function sayWhatStops(): void {
  onStop((by, signal) => {
    if (!isServing)
      process.stderr.write(`Stopped by ${by}: nothing more is sent; a second signal ends this at once.\n`);
    // What ended another process of the run may come to this one as well, for the first time.
    let [own, since] = [signal, performance.now()];
    const again = (next: NodeJS.Signals) => {
      const isFirst = own === undefined || (next === own && performance.now() - since < same);
      if (own === undefined) [own, since] = [next, performance.now()];
      if (isFirst) return;
      process.stderr.write(`Ended at once by a second signal (${next}).\n`);
      process.exit(exitStatus.incomplete);
    };
    for (const one of stopSignals) process.on(one, again);
  });
}

const whyNoPort: Readonly<Record<string, string>> = table({
  EADDRINUSE: 'is taken by another program',
  EACCES: 'is not allowed to this user',
});

/** Starts a server on the port of `--port`; where it cannot listen there is one line for the user. */
export async function onPort<Served>(port: number, start: () => Promise<Served>): Promise<Served> {
  try {
    return await start();
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    const why = whyNoPort[code];
    if (why !== undefined) throw new WrongUse(`--port ${port} ${why}; 0 picks a free one.`);
    if (syscall === 'listen' || syscall === 'getaddrinfo')
      throw new WrongUse(`The suite cannot listen at --host and --port ${port} (${code}).`);
    throw error;
  }
}
