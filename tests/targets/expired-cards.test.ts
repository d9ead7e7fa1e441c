import { expect, test } from 'vitest';
import { expiredWords, isExpired } from '../../targets/file/odd-currencies.ts';

const card = {
  card: '4111111111111111',
  expiration_month: '02',
  expiration_year: '2026',
  security_code: '123',
};

test('a card is good to the end of its month, in every zone', () => {
  expect(isExpired(card, new Date('2026-02-28T23:59:59Z'))).toBe(false);
  expect(isExpired(card, new Date('2026-03-01T12:00:00Z'))).toBe(false);
  expect(isExpired(card, new Date('2026-03-02T00:00:00Z'))).toBe(true);
});

test('expired cards are named by four digits, but for those that are to be declined', () => {
  const now = new Date('2027-01-15T00:00:00Z');
  expect(expiredWords([card, { ...card, outcome: 'decline' }], now)).toBe(
    'the card that ends in 1111 expired in 02/2026',
  );
  expect(expiredWords([{ ...card, expiration_year: '2028' }], now)).toBeUndefined();
});
