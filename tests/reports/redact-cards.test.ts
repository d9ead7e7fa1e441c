import { expect, test } from 'vitest';
import { cardNumbersIn, mayHoldCardNumber, passesLuhn } from '../../reports/redact/card-numbers.ts';
import { type Draw, drawing } from './odd-bodies.ts';

const cards = ['4111111111111111', '378282246310005', '6011000990139424', '30569309025904', '4222222222222'];
const joining = ['', '-', ' ', '.', '_', '/', '+', '|', ', ', '*', '- ', '#', 'a', '1', '-01', 'T'];

/** Digits and what joins them: whole cards and parts of some, in one piece or in groups, between other digits and letters. */
function textOf(draw: Draw): string {
  const pick = (texts: readonly string[]) => texts[draw(texts.length)] ?? '';
  const digits = (count: number) => Array.from({ length: count }, () => draw(10)).join('');
  const piece = () => {
    const card = pick(cards);
    const sign = pick(joining);
    const pieces = [
      card,
      card.replaceAll(/(\d{4})(?=\d)/g, `$1${sign}`),
      card.replace(/^(\d{4})(\d{6})/, `$1${sign}$2${sign}`),
      [...card].join(sign),
      card.slice(1),
      digits(1 + draw(24)),
    ];
    return pick(pieces);
  };
  return Array.from({ length: 1 + draw(3) }, () => `${pick(joining)}${piece()}${pick(joining)}`).join(
    pick(joining),
  );
}

test('sees each text that holds a card number before it is searched for one', () => {
  const draw = drawing(13);
  const texts = Array.from({ length: 10_000 }, () => textOf(draw));
  const found = texts.filter(
    (text) => cardNumbersIn(text).length > 0 || cardNumbersIn(text, true).length > 0,
  );
  expect(found.filter((text) => !mayHoldCardNumber(text))).toEqual([]);
  expect(found.length).toBeGreaterThan(2000);
  expect(texts.filter((text) => !mayHoldCardNumber(text)).length).toBeGreaterThan(500);
});

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
