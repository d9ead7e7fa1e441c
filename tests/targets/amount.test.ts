import { describe, expect, test } from 'vitest';
import { amountMoved, numberIn } from '../../targets/sending/amount.ts';

describe('amountMoved', () => {
  test.each([
    ['direct-payment', { amount: '12.34', item_total: '99' }, 12.34],
    ['payout', { payment_amount: '500', source_amount: '900' }, 900],
    ['payout', { payment_amount: '', source_amount: '999999' }, 999_999],
    ['payout', { payment_amount: ['999999'] }, 999_999],
    ['payout', { payment_amount: { value: [999_999] } }, 999_999],
    ['direct-payment', { amount: ['99999.00'] }, 99_999],
    ['direct-payment', { amount: 99_999 }, 99_999],
    ['direct-payment', { amount: '٩٩' }, 99],
    ['direct-payment', { amount: '1.00', subscription: { contract_amount: '99999.00' } }, 99_999],
    ['direct-payment', { amount: '1.00', orderAmount: '99999.00' }, 99_999],
    ['optimise-payment-methods', { order: [{ amount: '7.00' }] }, 7],
    ['refund', { refund_orders: [{ amount: '99999.00', refund_amount: '' }] }, 99_999],
    ['refund', { refund_orders: [{ amount: '99999.00', refund_amount: '0.00' }] }, 99_999],
    ['refund', { refund_orders: [{ amount: '9.00', refund_amount: ['99999'] }] }, 99_999],
    ['refund', { refund_orders: { amount: '99999.00' } }, 99_999],
    ['refund', { amount: '99999.00', refund_orders: [] }, 99_999],
    [
      'refund',
      { refund_orders: [{ amount: '9.00', refund_amount: '1.50' }, { amount: '2.00' }, 'x', null] },
      3.5,
    ],
    ['capture', { capture_orders: [{ amount: '1.00' }, { amount: '2.00' }] }, 3],
    ['capture', { capture_orders: 'x' }, 0],
    ['cancel', { cancel_orders: [{ amount: '9.00' }] }, 0],
    ['query', { amount: '9.00' }, 0],
  ] as const)('adds up what %s %j moves', (operation, body, expected) => {
    expect(amountMoved(operation, body as unknown as Parameters<typeof amountMoved>[1])).toBeCloseTo(
      expected,
      6,
    );
  });
  test.each([
    ['12.00', 12],
    ['-12.00', 12],
    [12.5, 12.5],
    ['1e3', 1000],
    ['1,234.56', 123456],
    ['12,34', 1234],
    ['１２.００', 12],
    ['１２．００', 12],
    ['1²', 12],
    ['0x10', 16],
    ['', 0],
    ['abc', 0],
    [null, 0],
    [['12'], 12],
  ])('reads %j for at least what a service could', (value, expected) => {
    expect(numberIn(value)).toBeGreaterThanOrEqual(expected);
    expect(numberIn(value)).toBeLessThan(Math.max(1, expected) * 100);
  });
});
