import { describe, expect, test } from 'vitest';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext } from '../../generators/context.ts';
import { clauseOf } from '../../schemas/clauses.ts';
import { validateRequest } from '../../schemas/contract.ts';
import { judge } from '../../schemas/judge.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { Departure, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { withValue } from './corpus/edit.ts';
import { requests } from './corpus/requests.ts';
import { exchangeOf } from './exchange-of.ts';
import { findingsOf } from './rules/findings-of.ts';

const direct = (member: string, value: JsonValue) => ({ ...requests['direct-payment'], [member]: value });
const refund = (member: string, value: JsonValue) =>
  withValue(requests.refund, ['refund_orders', 0, member], value) as JsonObject;
const [order = {}] = requests.capture.capture_orders as JsonObject[];
const captures = (count: number) => ({
  ...requests.capture,
  capture_orders: Array.from({ length: count }, () => order),
});

const allowed: readonly (readonly [string, DocumentedOperationId, JsonObject])[] = [
  ['an amount with leading zeros', 'direct-payment', direct('amount', '0012.34')],
  ['an amount of nothing', 'direct-payment', direct('amount', '0.00')],
  ['one fraction digit', 'direct-payment', direct('amount', '12.3')],
  ['three fraction digits', 'direct-payment', direct('item_total', '12.345')],
  ['thirty digits', 'direct-payment', direct('amount', `${'9'.repeat(30)}.99`)],
  ['a currency in small letters', 'direct-payment', direct('currency', 'usd')],
  ['blanks alone', 'direct-payment', direct('note', '   ')],
  ['an empty text', 'direct-payment', direct('shopper_id', '')],
  ['a card between blanks', 'direct-payment', direct('card', ' 4111111111111111 ')],
  ['another value of a code', 'direct-payment', direct('token_flag', 'zz')],
  ['another 3-D Secure mode', 'direct-payment', direct('open3d', 'zz')],
  ['a member more', 'direct-payment', direct('not_documented', 'x')],
  ['a text like markup', 'direct-payment', direct('note', '<script>alert(1)</script>')],
  ['line ends', 'direct-payment', direct('note', 'one\ntwo\r\nthree\tfour')],
  ['a thousand characters', 'direct-payment', direct('note', 'x'.repeat(1000))],
  ['a list of a thousand characters', 'direct-payment', direct('items', 'a#,#b#,#1#,#1.00#;##'.repeat(50))],
  ['an empty list', 'direct-payment', direct('cart_items', [])],
  ['an order number like a number', 'refund', refund('order_no', '1e5')],
  ['an order number with blanks inside', 'refund', refund('order_no', '00 7 ')],
  ['a refund above the amount', 'refund', refund('refund_amount', '99999.00')],
  ['a refund of nothing', 'refund', refund('refund_amount', '0.00')],
  ['one order twice', 'capture', captures(2)],
  ['a batch at its limit', 'capture', captures(50)],
  ['a digit string with leading zeros', 'payout', { ...requests.payout, payment_amount: '007' }],
];

const broken: readonly (readonly [string, DocumentedOperationId, JsonObject])[] = [
  ['a number for a text', 'direct-payment', direct('note', 12)],
  ['a sign before an amount', 'direct-payment', direct('amount', '-0.01')],
  ['an exponent', 'direct-payment', direct('amount', '1e3')],
  ['a separator in an amount', 'refund', refund('amount', '1,234.56')],
  ['null for a text', 'refund', refund('refund_reason', null)],
  ['a control character', 'direct-payment', direct('note', 'a\u0000b')],
  ['an escape character inside an object', 'refund', refund('refund_reason', '\u001b[31m')],
  ['half a character', 'direct-payment', direct('note', 'a\ud83d')],
  ['ten thousand characters', 'direct-payment', direct('note', 'x'.repeat(10_000))],
  ['a list of items beyond a thousand characters', 'direct-payment', direct('items', 'i'.repeat(1001))],
  ['a longer signature', 'direct-payment', direct('encryption_data', 'a'.repeat(1001))],
  [
    'a longer file',
    'apm-payment',
    { ...requests['apm-payment'], person: { documents: { file_data: 'a'.repeat(1001) } } },
  ],
  ['a batch over its limit', 'capture', captures(51)],
  ['no signature', 'capture', { ...captures(1), encryption_data: null }],
];

const graded = (operation: DocumentedOperationId, request: JsonObject, sent = {}) =>
  judge(exchangeOf(operation, request, '', { status: 400, sent })).request;

describe('the grade of a request', () => {
  test.each(allowed)('leaves %s of a %s allowed', (_what, operation, request) => {
    expect(graded(operation, request)).toBe('complete');
    const section = { 'direct-payment': '4.1', refund: '4.9', capture: '4.5', payout: '4.11' } as Record<
      string,
      string
    >;
    const crash = exchangeOf(operation, request, '', { status: 500, sent: { intent: 'odd' } });
    expect(findingsOf(crash)).toEqual([`fail ${section[operation]}/status-200`]);
  });

  test.each(broken)('finds %s of a %s broken, whatever it was sent for', (_what, operation, request) => {
    for (const intent of ['valid', 'odd']) expect(graded(operation, request, { intent })).toBe('broken');
    const crash = exchangeOf(operation, request, '', { status: 500, sent: { intent: 'odd' } });
    expect(findingsOf(crash)).toEqual(['warn 7.8/robustness']);
  });

  test.each<[string, DocumentedOperationId, string]>([
    ['notify_url', 'direct-payment', '4.1'],
    ['notify_url', 'apm-payment', '4.2'],
    ['notify_url', 'payout', '4.11'],
    ['card', 'direct-payment', '4.1'],
    ['security_code', 'direct-payment', '4.1'],
  ])('takes a request without %s of a %s for one that may be refused', (name, operation, section) => {
    const { [name]: _absent, ...request } = requests[operation];
    expect(graded(operation, request)).toBe('partial');
    expect(graded(operation, { ...request, [name]: 7 })).toBe('broken');
    expect(findingsOf(exchangeOf(operation, request, '', { status: 500, sent: { intent: 'odd' } }))).toEqual([
      `fail ${section}/status-200`,
    ]);
  });

  test.each<Departure>(['signature', 'party', 'body-type', 'body', 'description'])(
    'counts what no schema can see: %s',
    (departure) => expect(graded('capture', requests.capture, { departs: [departure] })).toBe('broken'),
  );

  test.each([
    ['another method', { method: 'PUT' }],
    ['another path', { url: 'http://127.0.0.1:8080/v1/capture/unknown' }],
  ])('counts %s', (_what, sent) => {
    expect(graded('capture', requests.capture, sent)).toBe('broken');
  });

  test('follows from what a boundary breaks, in every operation', () => {
    for (const { id } of documentedOperations) {
      for (const [at, { body, name }] of boundaries(id, defaultContext, 3).entries()) {
        const value = { ...body, encryption_data: '0'.repeat(64) };
        const isStated = validateRequest(id, value).some(
          ({ clause, keyword }) =>
            ['stated', 'conflicting'].includes(clauseOf(clause).evidence) &&
            !(keyword === 'required' && /notify_url|card-data/.test(clause)),
        );
        const isUnfit =
          /control-characters|very-long/.test(name) ||
          /\b(?:(?:merchant|account|transaction|recurring|request)_id|order_no|currency|amount)\/(?:injection-header|line-ends-and-tabs)/.test(
            name,
          );
        // That the intent changes nothing is shown above.
        const grade = graded(id, value, { intent: at % 2 === 0 ? 'valid' : 'odd' });
        expect([id, name, grade === 'broken']).toEqual([id, name, isStated || isUnfit]);
      }
    }
  });
});

describe('an answer that cannot be read', () => {
  const malformed = '<respon><order_no>A & B</order_no></respon>';

  test.each(allowed.filter(([, operation]) => operation === 'direct-payment'))(
    'is malformed after a request with %s',
    (_what, operation, request) => {
      const exchange = exchangeOf(operation, request, malformed, { sent: { intent: 'odd' } });
      expect(findingsOf(exchange)).toEqual(['fail 1.4/xml/well-formed']);
      expect(judge(exchange).outcome).toBe('unclear');
    },
  );

  test('is malformed after a request that leaves fields out', () => {
    const { amount: _amount, ...partial } = requests['direct-payment'] as JsonObject;
    expect(findingsOf(exchangeOf('direct-payment', partial, malformed))).toEqual([
      'fail 1.4/xml/well-formed',
    ]);
  });

  test('is a warning after a request that is broken', () => {
    const odd = { sent: { intent: 'odd' } } as const;
    expect(findingsOf(exchangeOf('direct-payment', direct('note', 12), malformed, odd))).toEqual([
      'warn 1.4/xml/well-formed',
    ]);
  });
});

describe('a card that was sent in another writing', () => {
  const answered = (sent: string, card: string) =>
    findingsOf(
      exchangeOf(
        'direct-payment',
        direct('card', sent),
        `<respon>${Object.entries({ ...answers['direct-payment'], card })
          .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
          .join('')}</respon>`,
      ),
    ).filter((finding) => finding.includes('/card/'));

  test.each([
    [' 4111111111111111 ', ' 41111******111 '],
    [' 4111111111111111 ', '411111******1111'],
    ['4111 1111 1111 1111', '4111 1*********1111'],
    ['4111-1111-1111-1111', '4111-1*********1111'],
    ['4111111111111111 ', '411111*******111 '],
    ['no card', 'no car***card'],
  ])('may come back masked by position: %j as %j', (sent, card) => {
    expect(answered(sent, card)).toEqual([]);
  });

  test.each([
    [' 4111111111111111 ', '4111111111111111'],
    [' 4111111111111111 ', ' 4111 1111 1111 1111'],
    ['4111111111111111', '41111******111'],
    ['4111111111111111', ' 41111******1111'],
  ])('may not come back in clear or masked otherwise: %j as %j', (sent, card) => {
    expect(answered(sent, card)).toEqual([expect.stringMatching(/^fail 2\.6\/card\//)]);
  });
});
