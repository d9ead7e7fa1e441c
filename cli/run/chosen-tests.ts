import { readFileSync } from 'node:fs';
import { testPattern } from '../../schemas/source-name.ts';
import type { OperationId } from '../../schemas/types.ts';

/** The tests that show most deviations for the fewest requests, by file and title; `tools/yield.mjs` finds them. */
const firstTests: readonly string[] = JSON.parse(
  readFileSync(new URL('../../specs/first-tests.json', import.meta.url), 'utf8'),
);

/** Patterns of the tests of these operations, of those with which a run begins, and of the latter whatever their operation. */
export function chosenTests(operations: readonly OperationId[]) {
  const most = new RegExp(`(?:${firstTests.map(testPattern).join('|')})`);
  const all = new RegExp(`@(?:${operations.join('|')})(?=\\s|$)`);
  return { all, first: new RegExp(`${most.source}.*?${all.source}`), most };
}
