import type { Changed } from './appraise.ts';
import type { RequestCase } from './request.ts';
import { deriveSeed } from './seed.ts';

/** A boundary or fault, appraised or not. */
type Selectable = Pick<RequestCase, 'name'> &
  Partial<Pick<RequestCase, 'expectation'> & Pick<Changed, 'known'>>;

function partsOf({ name }: Selectable): readonly [subject: string, way: string] {
  const slash = name.indexOf('/');
  return [name.slice(0, slash), name.slice(slash + 1)];
}

/**
 * Selects some of many boundaries or faults: first those that the document shows as valid and those that change the
 * whole body, then so that every field and every kind of change comes as early as possible. `most` returns how many to
 * select, given how many cover every field and kind. Another seed pairs fields and kinds differently.
 */
export function selectCases<Case extends Selectable>(
  cases: readonly Case[],
  most: (enough: number) => number,
  seed: number,
): Case[] {
  const shuffled = cases
    .map((made) => ({ made, rank: deriveSeed(seed, made.name), parts: partsOf(made) }))
    .sort((one, other) => one.rank - other.rank);
  const seen = new Set<string>();
  const chosen = new Set<Case>();
  const choose = (isWanted: (made: Case, parts: readonly string[]) => boolean) => {
    for (const { made, parts } of shuffled) {
      if (chosen.has(made) || !isWanted(made, parts)) continue;
      chosen.add(made);
      for (const part of parts) seen.add(part);
    }
  };
  choose(
    ({ known, expectation = known?.expectation }, [subject]) =>
      expectation === 'accepted' || subject === 'body',
  );
  // First cases with both a new field and a new kind.
  choose((_made, parts) => parts.every((part) => !seen.has(part)));
  choose((_made, parts) => parts.some((part) => !seen.has(part)));
  const enough = chosen.size;
  choose(() => true);
  const picked = new Set([...chosen].slice(0, most(enough)));
  // In generated order, like the full list.
  return cases.filter((made) => picked.has(made));
}
