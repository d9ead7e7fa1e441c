import { readFileSync } from 'node:fs';
import { testPattern } from '../../schemas/source-name.ts';
import type { OperationId } from '../../schemas/types.ts';

/**
 * The tests that find most deviations per request, by file and title.
 * `tools/yield.mjs` finds them.
 */
const firstTests: Readonly<Record<'quick', readonly string[]>> = JSON.parse(
  readFileSync(new URL('../../specs/first-tests.json', import.meta.url), 'utf8'),
);

/** Returns patterns of the tests of these operations: all of them, and the first ones. */
export function chosenTests(operations: readonly OperationId[]) {
  const all = new RegExp(`@(?:${operations.join('|')})(?=\\s|$)`);
  const chosen = (tests: readonly string[]) =>
    new RegExp(`(?:${tests.map(testPattern).join('|')}).*?${all.source}`);
  return { all, first: chosen(firstTests.quick) };
}
