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

/** What a worker tells its runner: how far it is, or what stopped this worker alone, as `SIGTERM`, so that the whole run is stopped. */
type Told = Progress | { readonly stop: string };

/** What begins a line of a worker's output that is for its runner. */
const mark = '\u0000conformance ';

/** Tells the runner something on the output of this worker; elsewhere it does nothing. */
export function tellRunner(told: Told): void {
  if (process.env.TEST_WORKER_INDEX !== undefined) process.stdout.write(`${mark}${JSON.stringify(told)}\n`);
}

/** What a worker tells in a piece of its output; undefined where that is the output of something else. */
export function toldIn(output: string | Buffer): Told | undefined {
  const text = String(output);
  return text.startsWith(mark) ? (JSON.parse(text.slice(mark.length)) as Told) : undefined;
}
