import type { Statement } from '../statement/format.ts';

/** Whether tests of the suite made the exchanges of a statement: watched traffic has no report of tests beside it. */
export function hasTests({ run }: Statement): boolean {
  return run.seedFrom !== undefined && run.exchanges > 0;
}
