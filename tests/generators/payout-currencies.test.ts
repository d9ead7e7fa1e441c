import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { payoutBetweenCurrencies } from '../../generators/many-currencies.ts';
import { validateRequest } from '../../schemas/contract.ts';

const made = (more: object) => payoutBetweenCurrencies({ ...defaultContext, ...more }, 'full', 3).body;

test('a payout between two currencies names two that the account takes', () => {
  const { payment_currency, source_currency } = made({ currencies: ['NOK', 'SEK'] });
  expect([payment_currency, source_currency].sort()).toEqual(['NOK', 'SEK']);
  expect(made({}).payment_currency).not.toBe(made({}).source_currency);
  expect(validateRequest('payout', { ...made({}), encryption_data: 'a'.repeat(64) })).toEqual([]);
});

test('a payout is made in the currencies that the merchant says', () => {
  const corridor = { payment_currency: 'PLN', source_currency: 'PLN' };
  expect(made({ payouts: [corridor], currencies: ['EUR', 'PLN'] })).toMatchObject(corridor);
  expect(made({ fixed: { payout: { source_currency: 'EUR' } }, currencies: ['EUR', 'USD'] })).toMatchObject({
    source_currency: 'EUR',
  });
  expect(made({ currencies: ['EUR'] })).toMatchObject({ payment_currency: 'EUR', source_currency: 'EUR' });
});
