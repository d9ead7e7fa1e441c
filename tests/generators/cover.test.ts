import { expect, test } from 'vitest';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import { countCover } from '../../generators/cover.ts';

const refunds = (bodies: readonly Record<string, unknown>[], caseName?: string) =>
  countCover(bodies.map((body) => ({ operation: 'refund', body: body as never, caseName }))).find(
    ({ operation }) => operation === 'refund',
  );

test('a field counts as present when any entry has it', () => {
  const cover = refunds([
    { merchant_id: '1', refund_orders: [{ amount: '1.00' }, { order_no: 'N' }] },
    { merchant_id: '1', refund_orders: [] },
    { account_id: '2' },
  ]);
  const counts = (field: string) => cover?.fields.find((one) => one.field === field);
  expect(counts('merchant_id')).toMatchObject({ present: 2, absent: 1 });
  expect(counts('refund_orders.amount')).toMatchObject({ present: 1, absent: 2 });
  expect(counts('refund_orders.currency')).toMatchObject({ present: 0, absent: 3 });
});

test('every operation has a row, sent or not', () => {
  const covers = countCover([]);
  expect(covers).toHaveLength(11);
  expect(
    covers.every(
      ({ requests, reached, unreached }) => requests === 0 && reached.length === 0 && unreached.length > 0,
    ),
  ).toBe(true);
});

test('boundaries that were sent are reached, the others are named', () => {
  const cover = refunds([{}], 'refund_orders/51-entries');
  expect(cover?.reached).toEqual(['refund_orders/51-entries']);
  expect(cover?.unreached).toContain('refund_orders/50-entries');
  expect(cover?.unreached).not.toContain('refund_orders/51-entries');
});

test('a run of all boundaries leaves none out, whatever its seed and merchant', () => {
  const context = { ...defaultContext, merchant_id: 'M9', prefix: 'other' };
  const requests = boundaries('capture', context, 77).map(({ operation, body, name }) => ({
    operation,
    body,
    caseName: name,
  }));
  const cover = countCover(requests).find(({ operation }) => operation === 'capture');
  expect(cover?.unreached).toEqual([]);
});

test('undocumented members count nowhere', () => {
  expect(refunds([{ invented: 1 }])?.fields.some(({ field }) => field === 'invented')).toBe(false);
});
