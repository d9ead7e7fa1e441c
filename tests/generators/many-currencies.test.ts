import { describe, expect, test } from 'vitest';
import { smallPayment } from '../../generators/card-payments.ts';
import { defaultContext, type MakeContext, withinRange } from '../../generators/context.ts';
import { paymentsInCurrencies } from '../../generators/many-currencies.ts';
import { defined } from '../../schemas/defined.ts';

const { currencies: _any, ...anyCurrency } = defaultContext;
const paid = (context: MakeContext, seed = 3) =>
  paymentsInCurrencies({ context, seed, shape: 'minimal' }).map(({ body }) => body);
const codes = (context: MakeContext, seed?: number) => paid(context, seed).map(({ currency }) => currency);

describe('payments in many currencies', () => {
  test('are a dozen, each in another one, some of which depend on the seed', () => {
    expect(new Set(codes(anyCurrency)).size).toBe(12);
    expect(codes(anyCurrency)).toEqual(expect.arrayContaining(['USD', 'JPY', 'KWD']));
    expect(codes(anyCurrency, 4)).not.toEqual(codes(anyCurrency));
    expect(codes(anyCurrency)).toEqual(codes(anyCurrency));
  });

  test('have no fraction where the currency has none', () => {
    const yen = paid(anyCurrency).find(({ currency }) => currency === 'JPY');
    expect(yen?.amount).toMatch(/\.00$/);
  });

  test('keep to the currencies and amounts of the target', () => {
    const context = { ...anyCurrency, currencies: ['EUR', 'CHF'] };
    expect(codes(context)).toEqual(['EUR', 'CHF']);
    const ranges = { CHF: { smallest: '500.00', largest: '501.00' } };
    expect(Number(paid({ ...context, ranges })[1]?.amount)).toBeGreaterThanOrEqual(500);
    expect(codes({ ...anyCurrency, fixed: { 'direct-payment': { currency: 'SEK' } } })).toEqual(['SEK']);
  });
});

describe('a small payment', () => {
  test('keeps to the amounts of the target', () => {
    const ranges = { EUR: { smallest: '0.50', largest: '500.00' } };
    expect(smallPayment({ ...defaultContext, currencies: ['EUR'], ranges }, 3).body.amount).toBe('0.50');
  });

  const small = (context: MakeContext) => smallPayment(context, 3).body;

  test.each([
    [['JPY', 'EUR'], { currency: 'EUR', amount: '0.07' }],
    [['KWD'], { currency: 'KWD', amount: '0.07' }],
    [['JPY', 'KRW'], { amount: '7.00' }],
    [undefined, { amount: '0.07' }],
  ])('is of a few cents or units among %s', (currencies, expected) => {
    expect(small({ ...anyCurrency, ...defined({ currencies }) })).toMatchObject(expected);
  });
});

test('the largest amount of a currency holds without a smallest one', () => {
  expect(withinRange(296_917n, 'EUR', { ...defaultContext, ranges: { EUR: { largest: '100.00' } } })).toBe(
    10_000n,
  );
  expect(withinRange(50n, 'EUR', { ...defaultContext, ranges: { EUR: { smallest: '1.00' } } })).toBe(100n);
});
