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

/** Patterns of the tests of these operations, and of those among them with which a run begins, in two parts. */
export function chosenTests(operations: readonly OperationId[]) {
  const all = new RegExp(`@(?:${operations.join('|')})(?=\\s|$)`);
  const chosen = (tests: readonly string[]) =>
    new RegExp(`(?:${tests.map(testPattern).join('|')}).*?${all.source}`);
  return { all, first: chosen(firstTests.quick), second: chosen(firstTests.next) };
}
