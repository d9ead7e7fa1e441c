/** The progress of a property of one test. */
export interface Progress {
  /** Id of the test: two tests may have the same title. */
  readonly id: string;
  readonly test: string;
  readonly done: number;
  readonly total: number;
  readonly phase: 'checking' | 'shrinking';
}

/** A message from a worker to its runner: progress, or a signal to this worker (`SIGTERM`) that must stop the run. */
type RunnerMessage = Progress | { readonly stop: string };

/** Prefix of a worker's output line that is a message to its runner. */
const mark = '\u0000conformance ';

/** Sends a message to the runner on the worker's output; does nothing outside a worker. */
export function sendToRunner(told: RunnerMessage): void {
  // Other reporters would print it.
  if (process.env.TEST_WORKER_INDEX !== undefined && process.env.CONFORMANCE_COMMAND !== undefined)
    process.stdout.write(`${mark}${JSON.stringify(told)}\n`);
}

/** The message in a piece of worker output; undefined for other output. */
export function runnerMessageIn(output: string | Buffer): RunnerMessage | undefined {
  const text = String(output);
  return text.startsWith(mark) ? (JSON.parse(text.slice(mark.length)) as RunnerMessage) : undefined;
}
