import { expect, test } from 'vitest';
import { oddCurrencies, oddCurrency } from '../../targets/file/odd-currencies.ts';
import type { Target } from '../../targets/target.ts';

test('a code that no table lists is told', () => {
  expect(oddCurrency('ERU')).toBe('"ERU" is not in ISO 4217');
  expect(oddCurrency('USB')).toBe('"USB" is not in ISO 4217');
  expect(oddCurrency('QQQ')).toBe('"QQQ" is not in ISO 4217');
});

test.each(['EUR', 'JPY', 'KWD', 'XTS', 'SLE', 'ZWG'])('%s is a currency', (code) => {
  expect(oddCurrency(code)).toBeUndefined();
});

test('the codes of accounts and of corridors are looked at, each once', () => {
  const target = {
    currencies: [{ currency: 'EUR' }, { currency: 'ERU' }],
    payouts: [{ payment_currency: 'ERU', source_currency: 'QQQ', payment_method: 'SWIFT' }],
  } as unknown as Target;
  expect(oddCurrencies(target)).toBe('"ERU" is not in ISO 4217, "QQQ" is not in ISO 4217');
  expect(oddCurrencies({ ...target, currencies: [{ currency: 'EUR' }], payouts: [] })).toBeUndefined();
});
