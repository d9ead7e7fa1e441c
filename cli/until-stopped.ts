import { table } from '../schemas/table.ts';
import { WrongUse } from '../schemas/wrong-use.ts';
import { listenForSignals, onStop, stopSignals, whatStopped } from '../targets/stop.ts';
import { exitStatus } from './subcommand.ts';

/** Milliseconds in which a repeated signal counts once: `npx` forwards what a terminal sends to both. */
const repeatMs = 300;

let isServing = false;

/** Lets this command end on a signal with the exit status so far. */
function endsWhenAsked(): void {
  isServing = true;
  listenForSignals();
}

/** Prints what is served and waits for a signal, which is how a serving command ends. */
export async function untilAskedToEnd(announce: () => void): Promise<void> {
  // Signals are handled before the output, since a reader may send one at once.
  endsWhenAsked();
  announce();
  await new Promise<void>((end) => onStop(() => end()));
}

/** Returns the exit status; a stopped command that does not serve is incomplete instead of conformant. */
export function statusAfterStop(status: number): number {
  const isDone = isServing || whatStopped() === undefined || status !== exitStatus.conformant;
  return isDone ? status : exitStatus.incomplete;
}

/** Prints what a signal does while requests are sent; a second one ends this process at once. */
export function announceStop(): void {
  onStop((by, signal) => {
    if (!isServing)
      process.stderr.write(`Stopped by ${by}: nothing more is sent; a second signal ends this at once.\n`);
    // The signal that ended another process of the run may still arrive here for the first time.
    let [own, since] = [signal, performance.now()];
    const again = (next: NodeJS.Signals) => {
      const isFirst = own === undefined || (next === own && performance.now() - since < repeatMs);
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

/** Starts a server on the port of `--port`; throws `WrongUse` if it cannot listen. */
export async function listenOnPort<Served>(port: number, start: () => Promise<Served>): Promise<Served> {
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
