import { expect, test } from 'vitest';
import { cardNumbersIn } from '../../reports/redact/card-numbers.ts';
import { passesLuhn } from '../../schemas/luhn.ts';

test('a wrong date is shown although it passes for a card number by its last digit', () => {
  const passing = (start: string) =>
    Array.from({ length: 10 }, (_none, last) => `${start}${last}`).find((digits) => passesLuhn(digits)) ?? '';
  for (const start of ['2026132217145', '2026023125616', '1999999999999']) {
    const date = passing(start);
    expect(date).toHaveLength(14);
    expect(cardNumbersIn(date)).toEqual([]);
  }
  for (const card of ['30569309025904', '38520000023237', '36700102000000'])
    expect(cardNumbersIn(card)).toHaveLength(1);
});
