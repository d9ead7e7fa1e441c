import { readFileSync } from 'node:fs';
import { testPattern } from '../../schemas/source-name.ts';
import type { OperationId } from '../../schemas/types.ts';

/**
 * The tests that show most deviations for the fewest requests, by file and title: those of the profile quick, and those that follow
 * them; `tools/yield.mjs` finds them.
 */
const firstTests: Readonly<Record<'quick' | 'next', readonly string[]>> = JSON.parse(
  readFileSync(new URL('../../specs/first-tests.json', import.meta.url), 'utf8'),
);

/** Patterns of the tests of these operations, of the two parts with which a run begins, and of the latter whatever their operation. */
export function chosenTests(operations: readonly OperationId[]) {
  const all = new RegExp(`@(?:${operations.join('|')})(?=\\s|$)`);
  const patternOf = (tests: readonly string[]) => `(?:${tests.map(testPattern).join('|')})`;
  const chosen = (tests: readonly string[]) => new RegExp(`${patternOf(tests)}.*?${all.source}`);
  const { quick, next } = firstTests;
  return {
    all,
    first: chosen(quick),
    second: chosen(next),
    most: new RegExp(patternOf([...quick, ...next])),
  };
}
