import { isDocumentedName } from './documented.ts';
import { isSuspicious } from './free-text.ts';

// The document names some thirty fields in one answer; whoever sends thousands names nothing that anybody would read.
const most = { others: 200, all: 1000, masked: 1000 } as const;

/** Whether the document knows a field by the last name of its path. */
export function namesDocumented(path: string): boolean {
  return isDocumentedName(path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', ''));
}

/** The names of an answer that evidence keeps: a thousand of the documented ones, and two hundred others. */
export function boundNames(names: Iterable<string>): string[] {
  const kept: string[] = [];
  let others = 0;
  for (const name of names) {
    const isOther = !namesDocumented(name);
    if (isOther && others >= most.others) continue;
    if (isOther) others += 1;
    kept.push(name);
    if (kept.length >= most.all) break;
  }
  return kept;
}

/** The masked places that evidence lists: where a part has more than a thousand, the part as a whole stands for them. */
export function boundMasked(places: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const partOf = (place: string) => /^\w+\.\w+/.exec(place)?.[0] ?? place;
  for (const place of places) counts.set(partOf(place), (counts.get(partOf(place)) ?? 0) + 1);
  return [
    ...new Set(
      places.map((place) => ((counts.get(partOf(place)) ?? 0) > most.masked ? partOf(place) : place)),
    ),
  ];
}

/** Names of evidence, and what is looked for in them. */
export interface ListedNames {
  readonly names: readonly string[];
  readonly joined: string;
  /** Whether none of them can hold anything that is recognised by its look. */
  readonly plain: boolean;
}

/** The names that evidence keeps of all, with what is looked for in them. */
export function listedNames(
  all: readonly string[],
  bound: (all: readonly string[]) => string[],
): ListedNames {
  const names = bound(all);
  const plain = names.every((name) => isDocumentedName(name) || !isSuspicious(name));
  return { names, joined: names.join('\n'), plain };
}
