import { expect, test } from 'vitest';
import { fillCardNumbers, maskCardDigits } from '../../../reports/redact/card-numbers.ts';
import { maskOf } from '../../../reports/redact/masks.ts';
import { mayBeMasked, mayHoldMaskedCard } from '../../../schemas/rules/run/facts.ts';

test.each([
  'Zażółć gęślą jaźń',
  'Maria Huber',
  'Jo',
  'O’Neil',
  '東京都',
  'a@b.example',
  '+43 664 1234567',
  'Ö',
])('%s is told for masked once evidence has masked it', (text) =>
  expect(mayBeMasked(maskOf('personal', text))).toBe(true),
);

test.each(['2031-04-05T06:07:08.000+02:00', 'tok_4f9a21', 'a-token-of-some-length'])(
  '%s is told for masked where it was taken for a token',
  (text) => expect(mayBeMasked(maskOf('token', text))).toBe(true),
);

test.each([
  '2031-04-05T06:07:08.000+02:00',
  'Zażółć gęślą jaźń',
  'Maria Huber',
  'AT',
  'Jo',
  'Vienna',
  'Xaver',
  'a@b.example',
  '…-free'.slice(1),
])('%s is not told for masked as it was written', (text) => expect(mayBeMasked(text)).toBe(false));

test.each([
  '4026112216304712',
  '4026112216304712-01',
  'T4026112216304712',
  '6545722216304715',
  '4026-1122-1630-4712',
])('%s is told for a masked card number once evidence masked and read it', (id) => {
  const masked = id.replace(/\d(?:-?\d){12,16}(?!\d)/, (number) => maskCardDigits(number));
  expect(masked).not.toBe(id);
  expect([mayHoldMaskedCard(masked), mayHoldMaskedCard(fillCardNumbers(masked))]).toEqual([true, true]);
});

test.each(['4026 1122 1630 4712', '3056/9309/0259/04', '3782_822463_10005', '4026, 1122, 1630, 4712'])(
  '%s is read from evidence as the number in one piece is',
  (grouped) => {
    const read = (text: string) => fillCardNumbers(`${maskCardDigits(text)}: 05`).replaceAll(/\D/g, '');
    expect(read(grouped)).toBe(read(grouped.replaceAll(/\D/g, '')));
  },
);

test.each([
  '4026112216304712',
  'T000000004713',
  '20261122163047',
  'RF-2026-000012-01',
  '000000000004712',
  '',
])('%s is not told for a masked card number', (id) => expect(mayHoldMaskedCard(id)).toBe(false));
