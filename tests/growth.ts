/** Between growth with the size, which gives 4, and growth with its square, which gives 16. */
export const belowQuadratic = 8;
/** Microseconds of processor time that one measurement takes at least, so that the clock's own grain is small beside it. */
const leastCost = 4_000;
const fewestRounds = 3;
const mostRounds = 8;

/**
 * How many times as much work costs on four times the input. Compares processor time with processor time, of each size the
 * smallest of several rounds, so that a slow or busy machine changes nothing; further rounds follow only while it looks bad.
 */
export function growthOf<Input>(
  inputOf: (size: number) => Input,
  size: number,
  work: (input: Input) => unknown,
): number {
  const [small, large] = [inputOf(size), inputOf(4 * size)];
  // Code that runs for the first time is compiled on the way.
  const times = Math.ceil(leastCost / Math.max(1, Math.min(costOf(small, work, 1), costOf(small, work, 1))));
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= mostRounds; round += 1) {
    least = Math.min(least, costOf(small, work, times));
    most = Math.min(most, costOf(large, work, times));
    if (round >= fewestRounds && most / least < belowQuadratic) break;
  }
  return most / least;
}

/** Microseconds of processor time. */
function costOf<Input>(input: Input, work: (input: Input) => unknown, times: number): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) work(input);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
