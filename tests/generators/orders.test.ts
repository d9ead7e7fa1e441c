import { describe, expect, test } from 'vitest';
import { callerBreaches } from '../../generators/appraise.ts';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext, withinBatches } from '../../generators/context.ts';
import {
  batchOf,
  bindOrders,
  ordersNeeded,
  type PaidOrder,
  refundOfTheRest,
  unknownOrders,
} from '../../generators/orders.ts';
import type { RequestCase } from '../../generators/request.ts';
import { operationOf } from '../../schemas/operations.ts';

type Entry = Record<string, string>;
const entriesOf = ({ operation, body }: RequestCase) =>
  body[operationOf(operation).batch?.field ?? ''] as Entry[];
const paid: readonly PaidOrder[] = [
  { transaction_id: 'T1', order_no: 'N1', currency: 'USD', amount: '90.00' },
  { transaction_id: 'T2', order_no: 'N2', currency: 'EUR', amount: '0.01' },
  { transaction_id: 'T3', order_no: 'N3', currency: 'GBP', amount: '1234567890.12' },
];
const cases = boundaries('refund', defaultContext, 1);
const bound = (name: string) => {
  const made = cases.find((one) => one.name === name);
  return made === undefined ? [] : entriesOf(bindOrders(made, paid));
};

describe('a batch over paid orders', () => {
  for (const operation of ['capture', 'review', 'cancel', 'refund'] as const) {
    test(`a ${operation} batch has one entry for each order, as it was paid`, () => {
      const made = batchOf(operation, paid, defaultContext, 1);
      expect(entriesOf(made)).toHaveLength(3);
      expect(entriesOf(made)).toMatchObject(paid);
      expect(callerBreaches(operation, made.body)).toEqual([]);
    });
  }

  test('refunds are never zero and never above the amount', () => {
    const entries = Array.from({ length: 200 }, (_none, seed) =>
      entriesOf(batchOf('refund', paid, defaultContext, seed)),
    ).flat();
    const odd = entries.filter(
      (entry) => Number(entry.refund_amount) <= 0 || Number(entry.refund_amount) > Number(entry.amount),
    );
    expect(odd).toEqual([]);
    expect(entries.some((entry) => entry.refund_amount !== entry.amount)).toBe(true);
  });

  test('a part of each amount can be asked for', () => {
    const parts = (part: number) =>
      entriesOf(batchOf('refund', paid, defaultContext, 1, { part })).map((entry) => entry.refund_amount);
    expect(parts(0.1)).toEqual(['9.00', '0.01', '123456789.01']);
    expect(parts(1)).toEqual(['90.00', '0.01', '1234567890.12']);
    expect(parts(2)[0]).toBe('180.00');
  });

  test('the expectation follows the number of orders', () => {
    const expectation = (count: number) =>
      batchOf('capture', unknownOrders(count, 1), defaultContext, 1).expectation;
    expect([0, 1, 50, 51].map(expectation)).toEqual(['not-shown', 'accepted', 'accepted', 'refused']);
  });

  test('an operation without a batch is refused by name', () => {
    expect(() => batchOf('query', paid, defaultContext, 1)).toThrow('query takes no batch of orders');
  });
});

describe('orders that nobody paid', () => {
  test('are the same for the same seed and different otherwise', () => {
    expect(unknownOrders(3, 1)).toEqual(unknownOrders(3, 1));
    expect(unknownOrders(101, 1, { ...defaultContext, currencies: ['USD'], amountLimit: '10.00' })).toEqual(
      unknownOrders(101, 1).map((order) => ({ ...order, currency: 'USD', amount: '0.09' })),
    );
    const numbers = [...unknownOrders(50, 1), ...unknownOrders(50, 2)].map(({ order_no }) => order_no);
    expect(new Set(numbers).size).toBe(100);
  });
});

describe('binding', () => {
  test('real orders take the place of generated ones, first come first', () => {
    expect(bound('refund_reason/empty')).toMatchObject([paid[0], paid[1]]);
  });

  test('what the case changed stays changed', () => {
    const [first, second] = bound('amount/wrong-separator');
    expect(first).toMatchObject({ ...paid[0] });
    expect(second?.order_no).toBe('N2');
    expect(second?.amount).toMatch(/^\d+,\d\d$/);
    expect(bound('order_no/absent')[1]).not.toHaveProperty('order_no');
    expect(bound('transaction_id/null')[1]?.transaction_id).toBeNull();
  });

  test('a repeated entry stays repeated', () => {
    const [first, second] = bound('refund_orders/same-entry-twice');
    expect(first).toMatchObject({ transaction_id: 'T1', order_no: 'N1', amount: '90.00' });
    expect(second).toEqual(first);
  });

  test('one transaction keeps its two orders', () => {
    const entries = bound('refund_orders/one-transaction-two-orders');
    expect(entries.map((entry) => [entry.transaction_id, entry.order_no])).toEqual([
      ['T1', 'N1'],
      ['T1', 'N2'],
    ]);
  });

  test('an unknown order stays unknown', () => {
    const [first, second] = bound('refund_orders/unknown-order');
    expect(first?.order_no).toBe('N1');
    expect(second?.order_no).toMatch(/^unknown-/);
  });

  test('a refund above the amount stays above the real one', () => {
    const [entry] = bound('refund_orders/refund-above-amount');
    expect(entry).toMatchObject({ amount: '90.00', refund_amount: '180.00' });
  });

  test('entries beyond the orders stay as they are', () => {
    const entries = bound('refund_orders/50-entries');
    expect(entries.slice(0, 3)).toMatchObject(paid);
    expect(entries[3]?.order_no).toMatch(/^T-/);
  });

  test('entries that are no objects are left alone', () => {
    expect(bound('refund_orders/null-entry').at(-1)).toBeNull();
    expect(cases.filter((made) => bindOrders(made, paid) === undefined)).toEqual([]);
  });

  test('a refund of the rest and the one before it add up to the order', () => {
    const { body } = batchOf('refund', paid, defaultContext, 1, { part: 0.4 });
    const rest = refundOfTheRest(body).refund_orders as Entry[];
    expect(rest.map((entry) => entry.refund_amount)).toEqual(['54.00', '0.01', '740740734.08']);
  });

  test.each([
    ['EUR', '9.95', '9.96', '3.99'],
    ['EUR', '0.02', '0.03', '0.02'],
    ['JPY', '1000.00', '1001.00', '401.00'],
  ])('a refund in %s of more than %s is of %s, or of %s after a part', (currency, amount, above, rest) => {
    const orders = [{ transaction_id: 'T1', order_no: 'N1', currency, amount }];
    const refundOf = (part: number) => batchOf('refund', orders, defaultContext, 1, { part }).body;
    expect(refundOf(1.001).refund_orders).toMatchObject([{ refund_amount: above }]);
    expect(refundOfTheRest(refundOf(0.6), 1).refund_orders).toMatchObject([{ refund_amount: rest }]);
  });

  test('payments that stand in one batch add up to no more than the limit', () => {
    expect(withinBatches({ ...defaultContext, amountLimit: '500.00' }).amountLimit).toBe('4.95');
    expect(withinBatches(defaultContext)).toBe(defaultContext);
  });

  test('it is known how many payments a case needs', () => {
    const needed = (name: string) => cases.filter((made) => made.name === name).map(ordersNeeded)[0];
    expect(needed('refund_orders/50-entries')).toBe(50);
    expect(needed('refund_orders/same-entry-twice')).toBe(1);
    expect(needed('refund_orders/one-transaction-two-orders')).toBe(2);
    expect(needed('refund_orders/0-entries')).toBe(0);
    expect(needed('refund_orders/absent')).toBe(0);
  });

  test('boundaries are made from real orders when these are given', () => {
    const made = boundaries('capture', defaultContext, 1, { orders: paid }).find(
      ({ name }) => name === 'amount/one-long',
    );
    expect(made?.body.capture_orders).toMatchObject([
      { order_no: 'N1' },
      { order_no: 'N2', amount: '0.011' },
    ]);
  });
});
