import { connect, type Socket } from 'node:net';

/** How far a property of one test is. */
export interface Progress {
  /** Id of the test: two tests may have one title. */
  readonly id: string;
  /** Title of the test. */
  readonly test: string;
  readonly done: number;
  readonly total: number;
  readonly phase: 'checking' | 'shrinking';
}

/** Environment variable that tells workers where the terminal listens. */
export const progressVariable = 'CONFORMANCE_PROGRESS';

let socket: Socket | undefined;

function open(path: string): Socket {
  const opened = connect(path);
  // Progress is a courtesy: neither its failure nor its end may hold up a worker.
  opened.on('error', () => {});
  return opened.unref();
}

function report(line: object): void {
  const path = process.env[progressVariable];
  if (path === undefined) return;
  socket ??= open(path);
  socket.write(`${JSON.stringify(line)}\n`);
}

/** Tells the terminal how far a property is; without a terminal that listens it does nothing. */
export function reportProgress(progress: Progress): void {
  report(progress);
}

/** Tells the runner what stopped this worker alone, as `SIGTERM`, so that the whole run is stopped. */
export function reportStop(by: string): void {
  report({ stop: by });
}
