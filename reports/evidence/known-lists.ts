/** Lists whose entries are texts, or objects of texts alone. */
type Entry = string | object;

// Bounds for services that word what is listed: neither many lists nor long ones are remembered.
const [mostLists, mostOfBucket, longestList] = [1000, 40, 400];
const buckets = new Map<string, readonly (readonly Entry[])[]>();
let lists = 0;

function sameObject(one: object, other: object): boolean {
  const names = Object.keys(one) as (keyof object)[];
  const others = Object.keys(other);
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && one[name] === other[name])
  );
}

function sameEntry(one: Entry, other: Entry | undefined): boolean {
  if (one === other) return true;
  return typeof one === 'object' && typeof other === 'object' && sameObject(one, other);
}

function firstText(entry: Entry | undefined): string {
  return typeof entry === 'object' ? String(Object.values(entry)[0]) : String(entry);
}

/**
 * A list with these entries that is the same one for equal lists, so that what is made of it is made once: the lists of
 * a run (names of answers, clauses, observations) are few, and each exchange has some.
 */
export function knownList<List extends readonly Entry[]>(list: List): List {
  if (list.length > longestList) return list;
  const key = `${list.length} ${firstText(list[0])} ${firstText(list.at(-1))}`;
  const bucket = buckets.get(key) ?? [];
  const known = bucket.find((other) => list.every((entry, at) => sameEntry(entry, other[at])));
  if (known !== undefined) return known as List;
  if (lists >= mostLists) {
    buckets.clear();
    lists = 0;
  }
  // A copy, since parts of a message would keep the whole message in memory.
  const own: List = JSON.parse(JSON.stringify(list));
  lists += 1;
  buckets.set(key, [...bucket.slice(1 - mostOfBucket), own]);
  return own;
}
