import { describe, expect, test } from 'vitest';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import { sameText } from '../../../schemas/rules/identity.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { changed } from '../corpus/edit.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const direct = (answer: JsonObject, request: JsonObject = {}) =>
  exchangeOf(
    'direct-payment',
    { ...requests['direct-payment'], ...request },
    encodeXml({ ...answers['direct-payment'], ...answer }, { root: 'respon' }),
  );

describe('an echo', () => {
  test('of a card payment is judged on amount and currency as they were sent', () => {
    expect(findingsOf(direct({ amount: '48.2' })).filter((one) => one.startsWith('fail'))).toEqual([
      'fail 2.6/amount/echo respon.amount',
    ]);
    expect(findingsOf(direct({ currency: 'eur' }))).toEqual(['fail 2.6/currency/echo respon.currency']);
  });

  test('is not asked for when nothing was sent', () => {
    expect(findingsOf(direct({ amount: '1.00' }, { amount: '1.00' }))).toEqual([]);
  });

  test('of an odd value is never held against the service', () => {
    const odd = { amount: '48.2', currency: 'eur' };
    expect(findingsOf(direct(odd, odd))).toEqual([]);
    const request = { ...requests['direct-payment'], amount: '48', currency: 'EURO' };
    const body = encodeXml(
      { ...answers['direct-payment'], amount: '48', currency: 'EURO' },
      { root: 'respon' },
    );
    expect(findingsOf(exchangeOf('direct-payment', request, body, { sent: { intent: 'odd' } }))).toEqual([]);
  });

  test('of something left blank on purpose may be filled in', () => {
    const odd = { sent: { intent: 'odd' } } as const;
    const request = changed(requests.capture, ['capture_orders', 1, 'order_no'], () => '') as JsonObject;
    expect(findingsOf(exchangeOf('capture', request, answers.capture, odd))).toEqual([]);
    const blank = changed(requests.capture, ['capture_orders', 1, 'currency'], () => '') as JsonObject;
    expect(findingsOf(exchangeOf('capture', blank, answers.capture, odd))).toEqual([]);
  });

  test('does not mind how line ends are written', () => {
    expect(sameText('a\r\nb\rc', 'a\nb\nc')).toBe(true);
    expect(sameText('a\nb', 'a b')).toBe(false);
  });

  test('of an order sent twice may be either of the two', () => {
    const [order = {}] = requests.refund.refund_orders as JsonObject[];
    const [result = {}] = answers.refund.refund_orders as JsonObject[];
    const both = (entry: JsonObject, more: JsonObject = {}) => [
      { ...entry, refund_amount: '1.00' },
      { ...entry, ...more, refund_amount: '2.00' },
    ];
    const request = { ...requests.refund, refund_orders: both(order) };
    const answer = {
      ...answers.refund,
      refund_orders: both(result, { refund_reference_id: 'T81-02' }).reverse(),
    };
    expect(findingsOf(exchangeOf('refund', request, answer))).toEqual([]);
  });
});

describe('the payout result', () => {
  const payout = (answer: JsonObject) =>
    findingsOf(exchangeOf('payout', requests.payout, { ...answers.payout, ...answer }));

  test('may leave the payer part out or change it', () => {
    const { payer: _payer, source_amount: _amount, source_currency: _currency, ...rest } = answers.payout;
    expect(findingsOf(exchangeOf('payout', requests.payout, rest))).toEqual([]);
    expect(payout({ payer: {}, source_amount: '1', source_currency: 'JPY' })).toEqual([]);
  });

  test('is compared inside its lists', () => {
    const answer = changed(
      answers.payout,
      ['beneficiary', 'person_documents', 0, 'labels', 0],
      () => 'passport',
    ) as JsonObject;
    expect(findingsOf(exchangeOf('payout', requests.payout, answer))).toEqual([
      'warn 2.13/beneficiary/echo beneficiary.person_documents[0].labels[0]',
    ]);
  });

  test.each([
    ['2025-03-01T10:00:00+0800', '2025-03-01T02:00:00+0000', []],
    ['2025-03-01T10:00:00+0800', '2025-02-28T22:00:00-0400', []],
    [
      '2025-03-01T10:00:00+0800',
      '2025-03-01T01:59:59+0000',
      ['warn 2.13/last_updated_at/not-before-created last_updated_at'],
    ],
  ])('orders %s and %s across offsets', (created_at, last_updated_at, findings) => {
    expect(payout({ created_at, last_updated_at })).toEqual(findings);
  });
});
