import { describe, expect, test } from 'vitest';
import { judge } from '../../../schemas/judge.ts';
import { encodeXml } from '../../../schemas/media/xml.ts';
import type { JsonObject, JsonValue } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { withValue } from '../corpus/edit.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const odd = { intent: 'odd' } as const;
const otherAccount = { account_id: '700002' };

describe('the answer to a request that breaks the document', () => {
  test('is held to the account that the request names', () => {
    const exchange = exchangeOf(
      'capture',
      requests.capture,
      { ...answers.capture, ...otherAccount },
      { sent: odd },
    );
    expect(findingsOf(exchange)).toEqual(['fail 2.9/account_id/identity account_id']);
  });

  test('may fill in an account that the request leaves blank', () => {
    const request = { ...requests.capture, account_id: '' };
    const exchange = exchangeOf('capture', request, { ...answers.capture, ...otherAccount }, { sent: odd });
    expect(findingsOf(exchange)).toEqual([]);
  });

  test.each([
    [true, 'TRUE'],
    ['euro', 'EURO'],
    ['a\u0000b', 'A\u0000B'],
  ])('may have a currency that is none in capitals: %j as %s', (sent, shown) => {
    const [request, answer] = [requests, answers].map(({ refund }, at) =>
      withValue(refund, ['refund_orders', 1, 'currency'], at === 0 ? sent : shown),
    ) as [JsonObject, JsonObject];
    expect(findingsOf(exchangeOf('refund', request, answer, { sent: odd }))).toEqual([]);
  });

  test('may have the interval of a subscription as the period of its deductions', () => {
    const request = withValue(requests['direct-payment'], ['subscription', 'interval'], { days: '1' });
    const answer = { ...answers['direct-payment'], recurring_deduction_period: { days: '1' } };
    const body = encodeXml(answer, { root: 'respon' });
    const exchange = exchangeOf('direct-payment', request as JsonObject, body, { sent: odd });
    expect(findingsOf(exchange)).toEqual([]);
  });

  test.each([
    ['is', 400, true],
    ['is not', 429, false],
  ])('%s about the limit of a batch when it comes with status %d', (_is, status, expected) => {
    const [order = {}] = requests.capture.capture_orders as JsonObject[];
    const request = { ...requests.capture, capture_orders: Array.from({ length: 51 }, () => order) };
    const { exercised } = judge(exchangeOf('capture', request, '', { status, sent: odd }));
    expect(exercised.includes('8/capture/over-limit')).toBe(expected);
  });
});

describe('what was sent as a list or an object', () => {
  const sentAs = (member: string, value: JsonValue) =>
    withValue(requests.refund, ['refund_orders', 1, member], value);
  const answeredAs = (member: string, text: string) =>
    withValue(answers.refund, ['refund_orders', 1, member], text) as JsonObject;
  const judged = (member: string, value: JsonValue, text: string) =>
    findingsOf(exchangeOf('refund', sentAs(member, value), answeredAs(member, text), { sent: odd }));

  test.each(['[object Object]', '{value=0.09}', 'map[value:0.09]', '{"value":"0.09"}', "{'value': '0.09'}"])(
    'may come back as a text of any language: %s',
    (text) => {
      expect(judged('amount', { value: '0.09' }, text)).toEqual([]);
    },
  );

  test.each(['Array', '0.08,0.09', '[0.08, 0.09]'])('may come back as the text of a list: %s', (text) => {
    expect(judged('amount', ['0.08', '0.09'], text)).toEqual([]);
  });

  test.each(['{value=0.08}', 'nine cents', '9,0'])('excuses no text that is another one: %s', (text) => {
    expect(judged('amount', { value: '0.09' }, text)).toEqual([
      'fail 2.9/amount/decimal refund_orders[1].amount',
    ]);
  });

  test('is no beginning that a refund_reference_id could have', () => {
    const [, entry = {}] = answers.refund.refund_orders as JsonObject[];
    const transaction = String(entry.transaction_id);
    const own = 'fail 2.9/refund_reference_id/own-transaction refund_orders[1].refund_reference_id';
    expect(judged('transaction_id', [transaction], JSON.stringify([transaction]))).not.toContain(own);
    const foreign = answeredAs('refund_reference_id', 'T-other-01');
    expect(findingsOf(exchangeOf('refund', requests.refund, foreign, { sent: odd }))).toContain(own);
  });

  test('is said once where an entry names another transaction', () => {
    expect(judged('transaction_id', 'T82', 'T-other')).toEqual([
      'fail 2.9/transaction_id/identity refund_orders[1].transaction_id',
    ]);
  });
});

test('the form of a refusal is told with the names of its members, digits hidden', () => {
  const refusal = exchangeOf('payout', {}, '{"reason":"x","order_123":"y"}', { status: 422, sent: odd });
  const told = judge(refusal).observations.filter(({ clause }) => clause === '7.8/error-bodies');
  expect(told.map(({ detail }) => detail)).toEqual(['Create a payout: http-422 json (reason, order_123)']);
});

test('the form of a refusal without members names none', () => {
  const refusal = exchangeOf('payout', {}, '<p>no</p>', { status: 422, sent: odd });
  const told = judge(refusal).observations.filter(({ clause }) => clause === '7.8/error-bodies');
  expect(told.map(({ detail }) => detail)).toEqual(['Create a payout: http-422 html']);
});
