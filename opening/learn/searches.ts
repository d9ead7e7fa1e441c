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
  return lastPassing(known, highest, passes);
}

/** The last number that passes between one that does and a higher one that does not. */
async function lastPassing(
  known: number,
  refused: number,
  passes: (number: number) => Promise<boolean>,
): Promise<number> {
  if (refused - known <= 1) return known;
  const middle = Math.floor((known + refused) / 2);
  return (await passes(middle)) ? lastPassing(middle, refused, passes) : lastPassing(known, middle, passes);
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
  let nearest = known;
  let beyond = end;
  const isBetween = suspect !== undefined && (suspect - known) * step >= 0 && (end - suspect) * step > 0;
  if (isBetween) {
    if (suspect !== known && !(await passes(suspect))) beyond = suspect;
    else if (await passes(suspect + step)) nearest = suspect + step;
    else return { passes: suspect, fails: suspect + step };
  }
  const rungs = [nearest, ...roundSums(nearest, beyond, unit), beyond];
  const last = await lastPassing(0, rungs.length - 1, (at) => passes(rungs[at] as number));
  let [good, bad] = [rungs[last] as number, rungs[last + 1] as number];
  for (let tried = 0; tried <= mostExact && Math.abs(bad - good) > unit; tried += 1) {
    // Beside a round sum first: there the bound is, where it is one.
    const middle = tried === 0 ? good + step : good + Math.trunc((bad - good) / 2 / unit) * unit;
    if (await passes(middle)) good = middle;
    else bad = middle;
  }
  return { passes: good, fails: bad };
}
