import { expect, test } from 'vitest';
import { batchSizes, sizeWords, withoutSizes } from '../../../reports/pages/sent.ts';
import { classOfSize, compareClasses } from '../../../schemas/history/sent.ts';

const classes = ['cjk', ...[1, 2, 3, 4].map(classOfSize)];
const row = {
  operation: 'refund',
  classes,
  fields: { refund_reason: 'a', refund_orders: '.aaxa' },
  forbidden: [],
} as const;

test('numbers of entries are joined where they follow each other and came to the same', () => {
  expect(batchSizes(row)).toEqual([
    { field: 'refund_orders', from: 1, to: 2, outcome: 'accepted' },
    { field: 'refund_orders', from: 3, to: 3, outcome: 'crashed' },
    { field: 'refund_orders', from: 4, to: 4, outcome: 'accepted' },
  ]);
  expect(batchSizes(row).map(sizeWords)).toEqual(['1 to 2 entries', '3 entries', '4 entries']);
});

test('without them the other classes stay as they are', () => {
  expect(withoutSizes(row)).toMatchObject({ classes: ['cjk'], fields: { refund_reason: 'a' } });
  expect(Object.keys(withoutSizes(row).fields)).toEqual(['refund_reason']);
});

test('classes stand in the order of their numbers', () => {
  const names = [10, 2, 1].map(classOfSize);
  expect(names.sort(compareClasses)).toEqual(['entries-1', 'entries-2', 'entries-10']);
});
