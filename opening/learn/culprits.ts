/**
 * Finds which of some changes are refused: all of them are tried at once, then halves of what was refused, so that a hundred
 * harmless ones cost one request. Suspects are tried last and one by one, so that whoever guesses right pays for each culprit
 * once. `passes` is told the changes to make together.
 */
export async function culpritsAmong<Item>(
  items: readonly Item[],
  passes: (changes: readonly Item[]) => Promise<boolean>,
  suspects: readonly Item[] = [],
): Promise<readonly Item[]> {
  const harmless: Item[] = [];
  const guilty = new Set<Item>();
  const search = async (some: readonly Item[], isRefused = false): Promise<void> => {
    const [first, ...others] = some;
    if (first === undefined) return;
    if (!isRefused && (await passes([...harmless, ...some]))) {
      harmless.push(...some);
    } else if (others.length === 0) {
      guilty.add(first);
    } else {
      const middle = Math.ceil(some.length / 2);
      const before = guilty.size;
      await search(some.slice(0, middle));
      // Where nothing in the first half was refused, something in the second was.
      await search(some.slice(middle), guilty.size === before);
    }
  };
  await search(items.filter((item) => !suspects.includes(item)));
  for (const suspect of items.filter((item) => suspects.includes(item))) await search([suspect]);
  return items.filter((item) => guilty.has(item));
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
