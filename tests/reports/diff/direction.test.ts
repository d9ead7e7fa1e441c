import { expect, test } from 'vitest';
import { directionOf } from '../../../reports/diff.ts';

test.each([
  ['pass', 'warn', 'worse'],
  ['warn', 'fail', 'worse'],
  ['fail', 'warn', 'better'],
  ['warn', 'pass', 'better'],
  ['observed', 'pass', 'other'],
  ['not-tested', 'fail', 'worse'],
  ['fail', 'not-tested', 'other'],
  ['pass', 'inconclusive', 'worse'],
  ['not-applicable', 'pass', 'other'],
  ['pass', 'suite-error', 'worse'],
] as const)('%s -> %s is %s', (from, to, direction) => {
  expect(directionOf({ verdict: from }, { verdict: to })).toBe(direction);
});

test('a clause that can no longer be tested is worse, one left out is not', () => {
  const to = (because: 'unaccepted' | 'left-out') => ({ verdict: 'not-tested', because }) as const;
  expect(directionOf({ verdict: 'pass' }, to('unaccepted'))).toBe('worse');
  expect(directionOf({ verdict: 'pass' }, to('left-out'))).toBe('other');
});
