/**
 * Finds which changes are refused: all are tried at once, then halves of what was refused, so that a hundred harmless
 * ones cost one request. Suspects are tried last and one by one, so that a right guess costs one request per culprit.
 * `passes` gets the changes to make together.
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
      // If nothing in the first half was refused, something in the second was.
      await search(some.slice(middle), guilty.size === before);
    }
  };
  await search(items.filter((item) => !suspects.includes(item)));
  for (const suspect of items.filter((item) => suspects.includes(item))) await search([suspect]);
  return items.filter((item) => guilty.has(item));
}

/** The largest passing number above a known passing one; undefined if the highest passes. */
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

/** The bound in one direction, in minor units. */
export interface Bound {
  /** The last amount that passed. */
  readonly passes: number;
  /** The nearest amount beyond that was refused; absent if the end passes. */
  readonly fails?: number;
}

/** Maximum number of requests to refine a bound that is not a round amount. */
const mostExact = 6;

const mantissas = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 25, 75];

/** Round amounts between two amounts, nearest to the first one first. */
function roundSums(from: number, to: number, unit: number): readonly number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const sums = new Set<number>();
  for (let power = 1; power <= high; power *= 10)
    for (const mantissa of mantissas) sums.add(mantissa * power);
  const between = [...sums].filter((sum) => sum > low && sum < high && sum % unit === 0);
  return between.toSorted((one, other) => (from < to ? one - other : other - one));
}

/** A search for the last passing amount between a known passing one and an end, in steps of `unit`. */
interface Search {
  readonly known: number;
  readonly end: number;
  readonly unit: number;
  /** Sends the amount to the service; true if it is accepted. */
  passes(cents: number): Promise<boolean>;
  /** The suspected bound; it takes two requests to confirm it. */
  readonly suspect?: number | undefined;
}

/** Finds a bound by bisection: first among round amounts, which most bounds are, then next to the result. */
export async function findBound({ known, end, unit, passes, suspect }: Search): Promise<Bound> {
  if (known === end || (await passes(end))) return { passes: end };
  const step = Math.sign(end - known) * unit;
  let [good, bad] = [known, end];
  const isBetween = (sum: number) => (sum - good) * step > 0 && (bad - sum) * step > 0;
  const ask = async (sum: number) => {
    if (await passes(sum)) good = sum;
    else bad = sum;
  };
  for (const sum of suspect === undefined ? [] : [suspect, suspect + step])
    if (isBetween(sum)) await ask(sum);
  for (let sums = roundSums(known, end, unit); ; ) {
    sums = sums.filter(isBetween);
    const middle = sums[Math.floor((sums.length - 1) / 2)];
    if (middle === undefined) break;
    await ask(middle);
  }
  // First the neighbour of a round amount, where the bound usually is.
  for (let tried = 0; tried <= mostExact && Math.abs(bad - good) > unit; tried += 1)
    await ask(tried === 0 ? good + step : good + Math.trunc((bad - good) / 2 / unit) * unit);
  return { passes: good, fails: bad };
}
