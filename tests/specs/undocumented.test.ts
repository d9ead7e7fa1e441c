import { expect, test } from 'vitest';
import { neededAmong } from '../../specs/support/undocumented.ts';

const hundred = Array.from({ length: 100 }, (_none, at) => at);

/** A service that needs some of the hundred parts, and how often it was asked. */
async function search(needs: readonly number[], most = 1000) {
  let trials = 0;
  const found = await neededAmong(
    hundred,
    async (left) => {
      trials += 1;
      return !left.some((part) => needs.includes(part));
    },
    most,
  );
  return { ...found, trials };
}

test.each([[[0]], [[7]], [[99]], [[0, 99]], [[3, 4, 5, 40, 41, 77]], [hundred]])(
  'of a hundred parts exactly those that are needed are found: %j',
  async (needs) => {
    const { needed, isAll, trials } = await search(needs);
    expect([needed, isAll]).toEqual([needs, true]);
    expect(trials).toBeLessThanOrEqual(8 * needs.length);
  },
);

test.each([0, 1, 6, 7, 8, 12])('after %i trials the search ends with what it found', async (most) => {
  const { needed, isAll, trials } = await search([5, 50, 90], most);
  expect(trials).toBe(most);
  expect(needed).toEqual(most < 7 ? [] : [5]);
  expect(isAll).toBe(false);
});
