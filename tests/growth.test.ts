import { expect, test } from 'vitest';
import { belowQuadratic, growthOf } from './growth.ts';

const numbers = (size: number) => Array.from({ length: size }, (_, index) => index);

test('a look at each entry once stays below the bound', () => {
  expect(growthOf(numbers, 20_000, (list) => list.reduce((sum, one) => sum + one, 0))).toBeLessThan(
    belowQuadratic,
  );
});

test('a search for each entry among all of them passes the bound', () => {
  expect(growthOf(numbers, 2_000, (list) => list.every((one) => list.includes(one)))).toBeGreaterThan(
    belowQuadratic,
  );
});
