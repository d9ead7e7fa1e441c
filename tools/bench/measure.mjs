import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Gives back what nobody uses any more, so that the next stretch does not pay for the one before it. */
export function collectGarbage() {
  collect();
}

/** Milliseconds of user and system time that this process spends on something, garbage collection included. */
export async function cpuOf(act) {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds by the clock. */
export async function wallOf(act) {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** The middle of some numbers; the upper one of two. */
export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** The items in another order in every round, so that none of them always follows the same one. */
export function inTurn(items, round) {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Calls `act` for every item, so many at a time. */
export async function inParallel(items, width, act) {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) await act(items[at], at);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
}

/**
 * A line of the result: what was measured, next to its goal. Of the figures of several rounds it holds the middle and the
 * range. `atMost` and `atLeast` are goals; without one it only informs.
 */
export function figure(name, rounds, { unit = '', atMost, atLeast, note } = {}) {
  const all = Array.isArray(rounds) ? rounds : [rounds];
  const measured = median(all);
  const met =
    atMost === undefined && atLeast === undefined
      ? undefined
      : measured <= (atMost ?? Number.POSITIVE_INFINITY) && measured >= (atLeast ?? 0);
  return {
    name,
    measured,
    ...(all.length > 1 && { range: [Math.min(...all), Math.max(...all)], rounds: all.length }),
    unit,
    ...(atMost && { atMost }),
    ...(atLeast && { atLeast }),
    met,
    note,
  };
}
