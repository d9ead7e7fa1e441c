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

/** How far one may go towards an end, in cents. */
export interface Edge {
  /** The last amount that was seen to pass. */
  readonly passes: number;
  /** The nearest one beyond it that was refused; absent where the end passes. */
  readonly fails?: number;
}

/** Most requests that make an edge exact that is not a round sum. */
const mostExact = 6;

const mantissas = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 25, 75];

/** Round sums between two amounts, beginning next to the first. */
function roundSums(from: number, to: number, unit: number): readonly number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const sums = new Set<number>();
  for (let power = 1; power <= high; power *= 10)
    for (const mantissa of mantissas) sums.add(mantissa * power);
  const between = [...sums].filter((sum) => sum > low && sum < high && sum % unit === 0);
  return between.toSorted((one, other) => (from < to ? one - other : other - one));
}

/** What is looked for: the last amount that passes between one that does and an end, in steps of a unit. */
interface Search {
  readonly known: number;
  readonly end: number;
  readonly unit: number;
  /** Asks the service. */
  passes(cents: number): Promise<boolean>;
  /** Where the end of the amounts may be: it costs two requests to bear that out. */
  readonly suspect?: number | undefined;
}

/**
 * Looks for the last amount that passes between one that does and an end, in steps of a unit: bounds are mostly round sums,
 * so those are halved first, then what lies next to the one that was found.
 */
export async function edgeFrom({ known, end, unit, passes, suspect }: Search): Promise<Edge> {
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
  // Beside a round sum first: there the bound is, where it is one.
  for (let tried = 0; tried <= mostExact && Math.abs(bad - good) > unit; tried += 1)
    await ask(tried === 0 ? good + step : good + Math.trunc((bad - good) / 2 / unit) * unit);
  return { passes: good, fails: bad };
}
