import { describe, expect, test } from 'vitest';
import { amountCaps, defaultContext, type MakeContext } from '../../generators/context.ts';
import { batchOf } from '../../generators/orders.ts';
import type { RequestCase } from '../../generators/request.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { formatCents, parseCents } from '../../generators/values/money.ts';
import type { JsonObject } from '../../schemas/types.ts';

const payments = ['direct-payment', 'apm-payment', 'redirect-payment'] as const;

describe('amounts', () => {
  test('cents are written with two fraction digits', () => {
    expect([0n, 1n, 99n, 100n, 123_456_789_012_345_678_901n].map(formatCents)).toEqual([
      '0.00',
      '0.01',
      '0.99',
      '1.00',
      '1234567890123456789.01',
    ]);
  });

  test('what is written reads back, and nothing else does', () => {
    expect(parseCents(formatCents(98_765n))).toBe(98_765n);
    expect(['12', '12,34', '-1.00', '1.234', ''].map(parseCents)).toEqual(Array(5).fill(undefined));
  });

  test('amounts in a currency without a minor unit have no fraction', () => {
    const context = { ...defaultContext, currencies: ['JPY'] };
    const fractions = payments.flatMap((operation) =>
      sample(validRequest(operation, context), 1, 100).map(({ body }) => String(body.amount).split('.')[1]),
    );
    const order = { transaction_id: 'T1', order_no: 'C-1', currency: 'JPY', amount: '1235.00' };
    const refunds = (part: number) => batchOf('refund', [order], context, 1, { part }).body.refund_orders;
    expect(new Set(fractions)).toEqual(new Set(['00']));
    expect([0.1, 0.6, 2].map(refunds)).toMatchObject([
      [{ refund_amount: '123.00' }],
      [{ refund_amount: '741.00' }],
      [{ refund_amount: '2470.00' }],
    ]);
  });

  test('a merchant whose payments are refunded whole asks for no part of one', () => {
    const whole = { ...defaultContext, refunds: 'whole' } as const;
    const order = { transaction_id: 'T1', order_no: 'C-1', currency: 'EUR', amount: '12.34' };
    const asked = (context: MakeContext) => [
      ...sample(validRequest('refund', context), 1, 50).flatMap(({ body }) =>
        (body.refund_orders as JsonObject[]).map((entry) => entry.refund_amount === entry.amount),
      ),
      JSON.stringify(batchOf('refund', [order], context, 1, { part: 0.1 }).body).includes(
        '"refund_amount":"12.34"',
      ),
    ];
    expect(asked(whole)).not.toContain(false);
    expect(asked(defaultContext)).toContain(false);
  });

  test('amounts are those of ordinary orders, small ones as often as large ones', () => {
    const drawn = sample(
      validRequest('direct-payment', { ...defaultContext, currencies: ['EUR'] }),
      1,
      300,
    ).map(({ body }) => Number(body.amount));
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(3_000);
    const below = drawn.filter((amount) => amount < Math.sqrt(3_000)).length;
    expect(below / drawn.length).toBeCloseTo(0.5, 1);
  });

  test('long requests have amounts of many digits', () => {
    const long = sample(validRequest('direct-payment', defaultContext, 'long'), 1, 20).map(({ body }) =>
      String(body.amount),
    );
    expect(long.every((amount) => amount.length >= 13)).toBe(true);
  });
});

// Written anew, so that the generators are not measured with their own rule.
function missesBy(body: JsonObject): bigint {
  const cents = (name: string) => BigInt(String(body[name] ?? '0.00').replace('.', ''));
  const parts =
    cents('item_total') + cents('shipping') + cents('handling') + cents('tax_total') + cents('insurance');
  return parts - cents('shipping_discount') - cents('discount') - cents('amount');
}

describe('totals', () => {
  for (const operation of payments) {
    test(`the parts of a ${operation} add up to its amount`, () => {
      const drawn = sample(validRequest(operation, defaultContext, 'full'), 1, 200);
      expect(drawn.filter(({ body }) => missesBy(body) !== 0n)).toEqual([]);
    });

    test(`the parts of an unbalanced ${operation} do not`, () => {
      const drawn = sample(validRequest(operation, defaultContext, 'unbalanced'), 1, 50);
      const least = ({ body }: RequestCase) => (body.currency === 'JPY' ? 100n : 1n);
      expect(drawn.filter((made) => missesBy(made.body) !== least(made))).toEqual([]);
    });
  }

  test('the parts that are present add up when others are left out', () => {
    const drawn = sample(validRequest('direct-payment', defaultContext), 1, 300);
    const withItems = drawn.filter(({ body }) => body.item_total !== undefined);
    expect(withItems.length).toBeGreaterThan(50);
    expect(withItems.filter(({ body }) => missesBy(body) !== 0n)).toEqual([]);
  });
});

describe('an amount limit', () => {
  const context = { ...defaultContext, amountLimit: '50.00', currencies: ['USD'] };

  test('no payment is above it, and a full batch of minimal ones is not either', () => {
    const amounts = (shape: 'any' | 'long' | 'minimal') =>
      sample(validRequest('direct-payment', context, shape), 1, 100).map(
        ({ body }) => parseCents(String(body.amount)) ?? -1n,
      );
    expect([...amounts('any'), ...amounts('long')].filter((amount) => amount > 5_000n)).toEqual([]);
    expect(amounts('minimal').filter((amount) => amount > (amountCaps(context)?.entry ?? 0n))).toEqual([]);
    expect((amountCaps(context)?.entry ?? 0n) * 101n).toBeLessThanOrEqual(5_000n);
  });

  test('no payout is above it, whether read as units or as cents', () => {
    const payouts = sample(validRequest('payout', context, 'full'), 1, 100);
    expect(
      payouts.filter(({ body }) => Number(body.payment_amount) > 50 || Number(body.source_amount) > 50),
    ).toEqual([]);
  });

  test('only the currencies of the account are used', () => {
    const currencies = sample(validRequest('direct-payment', context), 1, 50).map(
      ({ body }) => body.currency,
    );
    expect(new Set(currencies)).toEqual(new Set(['USD']));
  });
});
