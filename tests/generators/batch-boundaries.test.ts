import { describe, expect, test } from 'vitest';
import { operationOf } from '../../schemas/operations.ts';
import { findCase, operations, refundsOf } from './cases.ts';

describe('batches', () => {
  for (const operation of operations.filter((one) => operationOf(one).batch !== undefined)) {
    const { field = '', limit = 0 } = operationOf(operation).batch ?? {};

    test(`${operation} comes with 0, 1, limit-1, limit and limit+1 entries`, () => {
      const sizes = [0, 1, limit - 1, limit, limit + 1];
      const names = sizes.map((size) => `${field}/${size}-${size === 1 ? 'entry' : 'entries'}`);
      const lengths = names.map(
        (name) => (findCase(operation, name)?.body[field] as unknown[] | undefined)?.length,
      );
      expect(lengths).toEqual(sizes);
      const expectations = names.map((name) => findCase(operation, name)?.expectation);
      expect(expectations).toEqual(['not-shown', 'accepted', 'accepted', 'accepted', 'refused']);
    });

    test(`a ${operation} batch names one order twice in three ways`, () => {
      const entries = (name: string) =>
        findCase(operation, `${field}/${name}`)?.body[field] as Record<string, string>[];
      const distinct = (name: string, member: string) =>
        new Set(entries(name).map((entry) => entry[member])).size;
      expect(entries('same-entry-twice')[0]).toEqual(entries('same-entry-twice')[1]);
      expect(distinct('one-transaction-two-orders', 'transaction_id')).toBe(1);
      expect(distinct('one-transaction-two-orders', 'order_no')).toBe(2);
      expect(distinct('one-order-two-transactions', 'order_no')).toBe(1);
      expect(distinct('one-order-two-transactions', 'transaction_id')).toBe(2);
    });
  }

  test('the batch over the limit breaks its own clause and touches the implied one', () => {
    expect(findCase('refund', 'refund_orders/51-entries')).toMatchObject({
      clause: '8/refund/over-limit',
      breaks: '8/refund/limit',
      expectation: 'refused',
    });
  });

  test('a refund above the amount is above it', () => {
    const [entry] = refundsOf('refund_orders/refund-above-amount');
    expect(Number(entry?.refund_amount)).toBeGreaterThan(Number(entry?.amount));
  });

  test('two parts stay within the amount, and two others go above it', () => {
    const sum = (name: string) => {
      const entries = refundsOf(name);
      return (
        entries.reduce((total, entry) => total + Number(entry.refund_amount), 0) / Number(entries[0]?.amount)
      );
    };
    expect(sum('refund_orders/two-parts-within-amount')).toBeLessThanOrEqual(1);
    expect(sum('refund_orders/two-parts-above-amount')).toBeGreaterThan(1);
  });
});
