import { describe, expect, test } from 'vitest';
import { publishedCards } from '../../generators/context.ts';
import {
  daysAfter,
  digestOf,
  identifierFrom,
  momentFrom,
  uuidFrom,
  writeDate,
  writeDateTime,
  writeDigits,
  writeTimestamp,
} from '../../mock/derive.ts';
import { addAmounts, compareAmounts, isAmount } from '../../mock/money.ts';
import { decliningCards, isCardNumber, maskCard } from '../../mock/operations/payment.ts';
import { fitsXml, writeXml } from '../../mock/write/xml.ts';
import { decodeXml } from '../../schemas/media/xml.ts';

describe('amounts', () => {
  test.each([
    ['0.10', '0.1', 0],
    ['9.99', '10.00', -1],
    ['123456789012345678901234.01', '123456789012345678901234.00', 1],
    ['1', '1.00', undefined],
    ['1.00', '-1.00', undefined],
  ])('%s against %s compares as %s', (left, right, expected) => {
    expect(compareAmounts(left, right)).toBe(expected);
  });

  test('add up without rounding', () => {
    expect(addAmounts('0.10', '0.20')).toBe('0.30');
    expect(addAmounts('0.001', '99.999')).toBe('100.000');
  });

  test('have a length beyond which nothing is calculated', () => {
    expect([isAmount(`${'9'.repeat(37)}.00`), isAmount(`${'9'.repeat(38)}.00`)]).toEqual([true, false]);
  });
});

describe('cards', () => {
  test('published for tests are numbers that are not declined', () => {
    expect(publishedCards.filter(({ card }) => !isCardNumber(card) || card in decliningCards)).toEqual([]);
    expect(Object.keys(decliningCards).filter((card) => !isCardNumber(card))).toEqual([]);
  });

  test.each([
    ['4111111111111111', '411111******1111'],
    ['4111 1111-1111 1111', '411111******1111'],
    ['41111111111', '411111*1111'],
    ['4111', undefined],
  ])('%s is masked as %s', (card, masked) => {
    expect(maskCard(card)).toBe(masked);
  });
});

describe('dates', () => {
  test('are those of the digest and never of the clock', () => {
    const moment = momentFrom(digestOf('a payment'));
    expect([
      writeDate(moment),
      writeDateTime(moment),
      writeDigits(moment),
      writeTimestamp(moment),
    ]).toMatchInlineSnapshot(`
      [
        "2025-07-29",
        "2025-07-29 12:27:31",
        "20250729122731",
        "2025-07-29T12:27:31+0000",
      ]
    `);
    expect(writeDate(daysAfter(moment, 31)) > writeDate(moment)).toBe(true);
  });
});

describe('identifiers', () => {
  test('hold no run of digits as long as a card number', () => {
    const ids = Array.from({ length: 2_000 }, (_none, at) => identifierFrom('T', digestOf(String(at))));
    expect(ids.filter((id) => /\d{11}/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('of the shape of a UUID are made from a digest', () => {
    expect(uuidFrom(digestOf('payer'))).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});

describe('XML', () => {
  test('reads back as it was written, in every style', () => {
    const value = {
      text: ' <a> & "b" ]]> \r\n é 拒 😀 ',
      empty: '',
      list: ['1', '2'],
      object: { inner: 'x' },
    };
    for (const style of [{}, { cdata: true, empty: 'short' as const, comment: ' c ' }, { indent: '  ' }]) {
      expect(decodeXml(Buffer.from(writeXml('respon', value, style)))).toMatchObject({
        ok: true,
        value: { respon: value },
      });
    }
  });

  test('cannot carry control characters and half pairs', () => {
    expect(['\u0000', '\u001f', '\ud800', '\udc00', '\uffff'].filter(fitsXml)).toEqual([]);
    expect(['\t\r\n', '\u007f', '\ud83d\ude00', '\ufffd'].filter((text) => !fitsXml(text))).toEqual([]);
  });
});
