import { expect, test } from 'vitest';
import { about, clock, remaining, slowestLines } from '../../../reports/terminal/live.ts';

test.each([
  [0, '0:00'],
  [65_400, '1:05'],
  [3_725_000, '1:02:05'],
])('%d milliseconds are %s', (time, text) => {
  expect(clock(time)).toBe(text);
});

test('what is left is told after five tests, a tenth of all and three seconds', () => {
  expect(remaining(10, 30, 5_000)).toBe(10_000);
  for (const [done, total, elapsed] of [
    [4, 30, 5_000],
    [10, 30, 2_999],
    [30, 30, 5_000],
    [6, 157, 15_000],
  ] as const)
    expect(remaining(done, total, elapsed)).toBeUndefined();
});

test.each([
  [800, '10 s'],
  [47_000, '50 s'],
  [58_000, '1 min'],
  [266_000, '4 min'],
  [6_300_000, '2 h'],
])('%d milliseconds are about %s', (time, text) => {
  expect(about(time)).toBe(text);
});

test('quick tests are not named', () => {
  expect(slowestLines([{ title: 'a', took: 999 }], 1_000)).toEqual([]);
  expect(
    slowestLines(
      Array.from({ length: 9 }, (_, at) => ({ title: `${at}`, took: 1_000 + at })),
      1_000,
    ),
  ).toHaveLength(5);
});
