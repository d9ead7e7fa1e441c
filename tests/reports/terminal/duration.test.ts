import { expect, test } from 'vitest';
import { clock, remaining, slowestLines } from '../../../reports/terminal/duration.ts';

test.each([
  [0, '0:00'],
  [65_400, '1:05'],
  [3_725_000, '1:02:05'],
])('%d milliseconds are %s', (time, text) => {
  expect(clock(time)).toBe(text);
});

test('what is left is told after five tests and three seconds, and not at the end', () => {
  expect(remaining(10, 30, 5_000)).toBe(10_000);
  for (const [done, total, elapsed] of [
    [4, 30, 5_000],
    [10, 30, 2_999],
    [30, 30, 5_000],
  ] as const)
    expect(remaining(done, total, elapsed)).toBeUndefined();
});

test('quick tests are not named', () => {
  expect(slowestLines([{ title: 'a', took: 999 }])).toEqual([]);
  expect(
    slowestLines(Array.from({ length: 9 }, (_, at) => ({ title: `${at}`, took: 1_000 + at }))),
  ).toHaveLength(5);
});
