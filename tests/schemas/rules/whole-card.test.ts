import { describe, expect, test } from 'vitest';
import { cardNumber, holdsCard } from '../../../schemas/rules/cards.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const card = '4111111111111111';

describe('a whole card number', () => {
  test.each([
    `card ${card}.`,
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111.1111.1111.1111',
    '4111/1111/1111/1111',
    '4111  1111 1111 1111',
    '4111_1111_1111_1111',
    '4111, 1111, 1111, 1111',
    '4111\u00a01111\u00a01111\u00a01111',
    `"${card}"`,
    `tok:${Buffer.from(card).toString('base64')}`,
    Buffer.from(card).toString('base64url'),
    Buffer.from(`c:${card};`).toString('base64'),
    Buffer.from(`pan:${card}`).toString('base64url'),
    Buffer.from(`{"card":"${card}","month":"12"}`).toString('base64'),
    Buffer.from(card).toString('hex').toUpperCase(),
  ])('is seen in %s', (text) => {
    expect(holdsCard(text, card)).toBe(true);
  });

  test.each([
    '411111******1111',
    `9${card}`,
    `${card}0`,
    '4111111111111',
    '4111 and 1111 1111 1111',
    '4111    1111 1111 1111',
    '',
    '5555555555554444',
    Buffer.from('411111******1111').toString('base64'),
    Buffer.from('pan:411111******1111').toString('base64'),
    Buffer.from('c:4111111111111112').toString('base64'),
  ])('is not seen in %s', (text) => {
    expect(holdsCard(text, card)).toBe(false);
  });

  test.each([
    [card, card],
    ['4111 1111 1111 1111', card],
    ['4111111111111112', undefined],
    ['41111111111', undefined],
    ['4111x111', undefined],
    [4111111111111111, undefined],
  ])('is what was sent only with the right check digit: %s', (sent, number) => {
    expect(cardNumber(sent)).toBe(number);
  });

  test('is a warning in a refusal too', () => {
    const exchange = exchangeOf(
      'direct-payment',
      requests['direct-payment'],
      `{"error":"card ${card} is blocked"}`,
      { status: 422 },
    );
    expect(findingsOf(exchange)).toEqual(['warn 2.6/card/masked-everywhere']);
  });

  const accepted = '<respon><order_no>C-2001</order_no><transaction_id>T81</transaction_id>';

  test.each([
    ['a comment', `<!-- ${card} -->`, {}, ''],
    ['an attribute', `<risk_action pan="${card}">accept</risk_action>`, {}, ''],
    ['a header', '', { 'x-debug': `pan=${card}` }, 'headers.x-debug'],
    [
      'a header with percent signs',
      '',
      { location: '/paid?c=4111%201111%201111%201111' },
      'headers.location',
    ],
  ])('is seen in %s of the answer', (_, inside, headers, path) => {
    const body = `${accepted}${inside}</respon>`;
    const exchange = exchangeOf('direct-payment', requests['direct-payment'], body, { headers });
    expect(findingsOf(exchange).filter((one) => one.includes('card'))).toEqual([
      `warn 2.6/card/masked-everywhere ${path}`.trim(),
    ]);
  });

  test.each([card, `${card} `, `"${card}"`, 'VISA 4111.1111.1111.1111'])(
    'in the card element breaks the clause of that element only: "%s"',
    (shown) => {
      const body = `<respon><order_no>C-2001</order_no><transaction_id>T81</transaction_id><result_info>0000:ok</result_info><card>${shown}</card></respon>`;
      const found = findingsOf(exchangeOf('direct-payment', requests['direct-payment'], body));
      expect(found.filter((one) => one.includes('card'))).toEqual(['fail 2.6/card/in-clear respon.card']);
    },
  );
});
