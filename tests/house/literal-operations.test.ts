import { expect, test } from 'vitest';
import { operationIds } from '../../schemas/types.ts';
import { type Room, sourceFiles } from './source-files.ts';

// What an operation is stands in `schemas/operations.ts`; code that asks for one by its name finds no other one like it.
const comparison = new RegExp(`[!=]== '(?:${operationIds.join('|')})'`, 'g');

const comparisonsIn = (text: string) => [...text.matchAll(comparison)].length;

/** How many comparisons a room still has; a figure only ever becomes smaller. */
const most: readonly (readonly [Room, number])[] = [
  ['schemas', 43],
  ['generators', 15],
  ['targets', 10],
  ['opening', 39],
  ['specs', 9],
  ['mock', 39],
  ['reports', 1],
  ['cli', 12],
  ['proof', 10],
];

test.each(most)('%s compares no more operations with a name', (room, count) => {
  const found = sourceFiles(room).reduce((sum, { text }) => sum + comparisonsIn(text), 0);
  expect(found).toBeLessThanOrEqual(count);
});

test('a comparison with a name is found', () => {
  const text = "if (operation.id === 'refund' || operation !== 'cancel-subscription') return;";
  expect(comparisonsIn(text)).toBe(2);
});
