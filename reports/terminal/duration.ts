/** A time in minutes and seconds, as in `1:05`; hours when there are any. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}

/** A time that is only estimated, in no more digits than are known: tens of seconds, minutes, halves of an hour. */
export function about(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 55) return `${Math.max(1, Math.round(seconds / 10)) * 10} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${Math.max(1, minutes)} min` : `${Math.round(minutes / 30) / 2} h`;
}

/** What is left of a run by what it took so far, in milliseconds; undefined while that would be a guess. */
export function remaining(done: number, total: number, elapsed: number): number | undefined {
  if (done >= total || done < Math.max(5, total / 10) || elapsed < 3_000) return undefined;
  return (elapsed / done) * (total - done);
}

/** A test and how long it took, in milliseconds. */
export interface TimedTest {
  readonly title: string;
  readonly took: number;
}

const named = 3;

/** The slowest tests, a line each; none when none took as long as `worthNaming`, in milliseconds. */
export function slowestLines(tests: readonly TimedTest[], worthNaming: number): readonly string[] {
  const slow = tests
    .filter(({ took }) => took >= worthNaming)
    .sort((one, other) => other.took - one.took)
    .slice(0, named);
  if (slow.length === 0) return [];
  const lines = slow.map(({ title, took }) => `${`${(took / 1_000).toFixed(1)} s`.padStart(8)}  ${title}`);
  return ['Slowest tests', ...lines, ''];
}
