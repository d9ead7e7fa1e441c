import { expect, test } from 'vitest';
import { sourcePlace } from '../../cli/report-failure.ts';

test.each([
  ['/home/me/suite/cli/run/run.ts:12:3', 'cli/run/run.ts:12'],
  ['file:///home/me/node_modules/suite/dist/chunks/run-x1.js:12:3', 'chunks/run-x1.js:12'],
  ['node:internal/process:1:1', undefined],
])('the place of the suite in a stack is named: %s', (at, place) => {
  expect(sourcePlace(`Error: x\n    at run (${at})`)).toBe(place);
});
