import { expect, test } from 'vitest';
import { maskOf } from '../../../reports/redact/masks.ts';
import { mayBeMasked } from '../../../schemas/rules/run/masked-text.ts';

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

test.each([
  'Zażółć gęślą jaźń',
  'Maria Huber',
  'AT',
  'Jo',
  'Vienna',
  'Xaver',
  'a@b.example',
  '…-free'.slice(1),
])('%s is not told for masked as it was written', (text) => expect(mayBeMasked(text)).toBe(false));
