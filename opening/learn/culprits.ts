/**
 * Finds which of some changes are refused: all of them are tried at once, then halves of what was refused, so that a hundred
 * harmless ones cost one request. `passes` is told the changes to make together.
 */
export async function culpritsAmong<Item>(
  items: readonly Item[],
  passes: (changes: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  const harmless: Item[] = [];
  const guilty: Item[] = [];
  const search = async (some: readonly Item[], isRefused = false): Promise<void> => {
    if (some.length === 0) return;
    if (!isRefused && (await passes([...harmless, ...some]))) {
      harmless.push(...some);
    } else if (some.length === 1) {
      guilty.push(...some);
    } else {
      const middle = Math.ceil(some.length / 2);
      const before = guilty.length;
      await search(some.slice(0, middle));
      // Where nothing in the first half was refused, something in the second was.
      await search(some.slice(middle), guilty.length === before);
    }
  };
  await search(items);
  return guilty;
}

/** The largest number that passes, of those above one that does; undefined when the highest passes as well. */
export async function largestPassing(
  known: number,
  highest: number,
  passes: (number: number) => Promise<boolean>,
): Promise<number | undefined> {
  if (known >= highest || (await passes(highest))) return undefined;
  let [low, high] = [known, highest];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}
