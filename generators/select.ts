import type { RequestCase } from './request.ts';
import { deriveSeed } from './seed.ts';

function partsOf({ name }: RequestCase): readonly [subject: string, way: string] {
  const slash = name.indexOf('/');
  return [name.slice(0, slash), name.slice(slash + 1)];
}

/**
 * Picks some of many boundaries or faults: first those that the document shows as right and those that change the body as a
 * whole, then such that every field and every kind of change comes as early as possible. Another seed pairs fields and kinds
 * differently.
 */
export function selectCases(cases: readonly RequestCase[], count: number, seed: number): RequestCase[] {
  const shuffled = cases
    .map((made) => ({ made, rank: deriveSeed(seed, made.name), key: partsOf(made) }))
    .sort((one, other) => one.rank - other.rank);
  const seen = new Set<string>();
  const [first, early, late]: [RequestCase[], RequestCase[], RequestCase[]] = [[], [], []];
  for (const { made, key } of shuffled) {
    const isNew = key.some((part) => !seen.has(part));
    (made.expectation === 'accepted' || key[0] === 'body' ? first : isNew ? early : late).push(made);
    for (const part of key) seen.add(part);
  }
  const chosen = new Set([...first, ...early, ...late].slice(0, count));
  // In generated order, so that a selection reads like the whole.
  return cases.filter((made) => chosen.has(made));
}
