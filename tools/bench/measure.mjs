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

/** Calls `act` for every item, so many at a time. */
export async function inParallel(items, width, act) {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) await act(items[at], at);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
}

/** A line of the result: what was measured, beside its goal. `atMost` and `atLeast` are goals; without one it only informs. */
export function figure(name, measured, { unit = '', atMost, atLeast, note } = {}) {
  const met =
    atMost === undefined && atLeast === undefined
      ? undefined
      : measured <= (atMost ?? Number.POSITIVE_INFINITY) && measured >= (atLeast ?? 0);
  return { name, measured, unit, ...(atMost && { atMost }), ...(atLeast && { atLeast }), met, note };
}
