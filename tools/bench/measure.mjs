import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Collects garbage, so that the next measurement does not include it. */
export function collectGarbage() {
  collect();
}

/** CPU milliseconds (user and system) that this process spends on a call, garbage collection included. */
export async function cpuOf(act) {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Elapsed milliseconds. */
export async function wallOf(act) {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** The median of some numbers; with an even count, the upper of the two middle ones. */
export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** The items rotated by round, so that the order of measurements changes. */
export function inTurn(items, round) {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Calls `act` for every item, `width` at a time. */
export async function inParallel(items, width, act) {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) await act(items[at], at);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
}

/** One figure: the median and, for several rounds, the range; `atMost` and `atLeast` are its optional goals. */
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
