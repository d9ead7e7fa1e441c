import { describe, expect, test } from 'vitest';
import { clauseOf } from '../../../schemas/clauses.ts';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import type { ClauseId, DocumentedOperationId, Exchange, JsonObject } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { pageOf, visitOf } from '../corpus/page.ts';
import { requests, signature } from '../corpus/requests.ts';
import { exchangeOf, type Told, unansweredExchange } from '../exchange-of.ts';
import { observationsOf } from './findings-of.ts';

type Decodable = Exclude<DocumentedOperationId, 'redirect-payment'>;
const odd = { intent: 'odd' } as const;

function answered(
  operation: Decodable,
  answer: JsonObject = {},
  request: JsonObject = {},
  told: Told = {},
): Exchange {
  const value = { ...answers[operation], ...answer };
  const isXml = operation === 'direct-payment' || operation === 'apm-payment';
  return exchangeOf(
    operation,
    { ...requests[operation], ...request },
    isXml ? encodeXml(value, { root: 'respon' }) : value,
    told,
  );
}
const { amount: _amount, ...noAmount } = requests['direct-payment'];
const form = 'application/x-www-form-urlencoded';

const seen: readonly (readonly [string, Exchange])[] = [
  [
    '1/operations/other-method: GET: http-405 empty',
    exchangeOf('capture', requests.capture, '', { status: 405, sent: { ...odd, method: 'GET' } }),
  ],
  [
    '1/operations/unknown-path: http-404 html',
    exchangeOf('capture', requests.capture, '<html></html>', {
      status: 404,
      sent: { ...odd, url: 'http://127.0.0.1/v1/captures' },
    }),
  ],
  [
    '1.3/empty-batch: no entry: refused',
    exchangeOf('capture', { ...requests.capture, capture_orders: [] }, '{}'),
  ],
  [
    '1.4/content-type: json as text/html; charset=utf-8',
    answered('query', {}, {}, { headers: { 'content-type': 'text/html; charset=UTF-8' } }),
  ],
  [
    '1.4/xml/style: attribute',
    exchangeOf(
      'direct-payment',
      requests['direct-payment'],
      '<respon><note lang="en"></note><result_info>1001:no</result_info></respon>',
    ),
  ],
  ['2.7/issuer_url/reachable: https at a named host', answered('apm-payment')],
  ['2.9/refund_reference_id/numbering: 01', answered('refund')],
  ['2.11/refund_processing_date/shape: empty', answered('refund-search')],
  ['2.13/amounts/relation: payer minus fee is what the beneficiary receives', answered('payout')],
  [
    '2.14/allowed-values: open3d other than do3DS: accepted',
    answered('direct-payment', {}, { open3d: 'no3DS' }),
  ],
  [
    '2.14/lengths: note over 255 characters: accepted',
    answered('direct-payment', {}, { note: 'x'.repeat(300) }),
  ],
  ['2.14/lengths: note empty: accepted', answered('direct-payment', {}, { note: '' })],
  ['2.14/formats: first_name beyond ASCII: accepted', answered('direct-payment')],
  [
    '2.14/required-request-fields: refused without amount',
    exchangeOf('direct-payment', noAmount, '', { status: 422 }),
  ],
  [
    '2.14/undocumented-field: orders_list[].extra (number)',
    answered('query', { orders_list: [{ ...(answers.query.orders_list as JsonObject[])[0], extra: 5 }] }),
  ],
  ['3/payment_status/values: payment_status=3000', answered('query')],
  ['3/recurring_status/values: recurring_status=1', answered('query')],
  ['3/query_result/values: query_result=1', answered('query')],
  ['3/order_status/values: order_status=1', answered('direct-payment')],
  ['3/capture_status/values: capture_status=1', answered('capture')],
  ['3/cancel_status/values: cancel_status=1', answered('cancel')],
  ['3/review_status/values: review_status=1', answered('review')],
  ['3/refund_status/values: refund_status=1', answered('refund')],
  ['3/payout-status/values: status=COMPLETED', answered('payout')],
  ['4/body-type/matrix: json as application/json: accepted', answered('capture')],
  [
    '4/body-type/nested-form-values: JSON text: accepted',
    answered('capture', {}, {}, { sent: { encoding: 'form', headers: { 'content-type': form } } }),
  ],
  ['4/header-parameters: accepted without documented header parameters', answered('capture')],
  ['4.1/body-type: json as application/json', answered('direct-payment')],
  ['4.4/selection: lists some', answered('query')],
  ['4.8/inactived/shown: not in the answer', answered('cancel-subscription')],
  [
    '4.8/inactived/shown: subscription_status=Inactived',
    answered('cancel-subscription', { subscription_status: 'Inactived' }),
  ],
  ['4.10/selection: lists some', answered('refund-search')],
  ['5.1/encryption_data/value: the value sent', answered('capture')],
  [
    '5.1/encryption_data/value: another value',
    answered('capture', { encryption_data: signature.toUpperCase() }),
  ],
  ['5.6/header-credential: without a credential header: accepted', answered('capture')],
  ['7.2/error_message/on-success: empty', answered('capture')],
  ['7.3/result_info/codes: 0000', answered('direct-payment')],
  ['7.7/codes: R0000', answered('refund')],
  ['7.8/error-bodies: http-422 json', exchangeOf('payout', {}, '{}', { status: 422, sent: odd })],
  [
    '8/maximum-amounts: 12 digits: accepted',
    answered('payout', { payment_amount: '123456789012' }, { payment_amount: '123456789012' }),
  ],
  [
    '8/rate-limits: 429 with Retry-After',
    exchangeOf('capture', requests.capture, '', { status: 429, headers: { 'retry-after': '1' } }),
  ],
  ['8/request-size: 100 KB or more: accepted', answered('direct-payment', {}, { note: 'x'.repeat(120_000) })],
  ['8/time-outs: under 10 s', answered('capture')],
  ['8/time-outs: no answer in time', unansweredExchange('capture', requests.capture, 'timeout')],
];

const without = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(requests['direct-payment']).filter(([name]) => !names.includes(name)));

const unseen: readonly (readonly [string, string, Exchange])[] = [
  [
    'a third absent field',
    '2.14/required-request-fields',
    exchangeOf('direct-payment', without('note', 'website', 'custom'), '', { status: 422 }),
  ],
  ...(['signature', 'party', 'body-type'] as const).map((departure) => {
    const sent = { ...odd, departs: [departure] } as const;
    const exchange = exchangeOf('direct-payment', { ...without('website'), note: '' }, '', {
      status: 422,
      sent,
    });
    return [`a refusal that has another reason (${departure})`, '2.14/', exchange] as const;
  }),
  ['a fee that is no number', '2.13/amounts/relation', answered('payout', { fee_amount: '1' })],
  ['an amount that is no number', '2.13/amounts/relation', answered('payout', { amount_payer_pays: '1' })],
  [
    'a byte order mark of JSON',
    '1.4/xml/style',
    exchangeOf('query', requests.query, `\ufeff${JSON.stringify(answers.query)}`),
  ],
];

describe('an observation', () => {
  test.each(unseen)('is not taken of %s: %s', (_title, clause, exchange) => {
    expect(observationsOf(exchange).filter((one) => one.startsWith(clause))).toEqual([]);
  });

  test.each(seen)('is taken: %s', (fingerprint, exchange) => {
    expect(observationsOf(exchange)).toContain(fingerprint);
  });

  test('hides digits in the names that a service invents', () => {
    const names = observationsOf(answered('query', { '4111111111111111': 'x', order_20250131: 'y' }));
    expect(names).toEqual(
      expect.arrayContaining([
        '2.14/undocumented-field: # (string)',
        '2.14/undocumented-field: order_# (string)',
      ]),
    );
  });

  test('holds no identifier, card or signature of the exchange', () => {
    const secrets = ['700001', 'C-2001', 'T81', '4111111111111111', signature, 'ines@example.com'];
    const texts = seen.flatMap(([, exchange]) => observationsOf(exchange)).join('\n');
    expect(secrets.filter((secret) => texts.includes(secret))).toEqual([]);
  });
});

describe('the reading of a conflict that an accepted answer takes', () => {
  const [order = {}] = answers.query.orders_list as JsonObject[];
  const [refund = {}] = answers['refund-search'].refund_orders as JsonObject[];
  const orders = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...order, order_no: `C-${at}`, transaction_id: `T${at}` }));
  const { encryption_data: _signature, ...unsigned } = answers['apm-payment'];
  const {
    payer: _payer,
    source_amount: _amount,
    source_currency: _currency,
    ...withoutPayer
  } = answers.payout;
  const type = (value: string) => ({ sent: { headers: { 'content-type': value } } });
  const page = (fields: Readonly<Record<string, string>>) =>
    exchangeOf('redirect-payment', requests['redirect-payment'], pageOf(), { page: visitOf(fields) });

  test.each<[ClauseId, 0 | 1, Exchange]>([
    ['1.1/amount/decimal', 1, answered('query', { orders_list: [{ ...order, amount: '7.00' }] })],
    ['1.1/amount/decimal', 0, answered('query', { orders_list: [{ ...order, amount: '7.005' }] })],
    ['1.3/one-result-per-order/searches', 0, answered('query', { orders_list: orders(2) })],
    ['1.3/one-result-per-order/searches', 1, answered('refund-search', { refund_orders: [refund, refund] })],
    ['8/searches/orders-per-request', 1, answered('query', { orders_list: orders(100) })],
    ['8/searches/orders-per-request', 0, answered('query', { orders_list: orders(101) })],
    ['2.8/inputs/repeated', 0, page({ order_no: String(requests['redirect-payment'].order_no) })],
    ['2.8/inputs/repeated', 1, page({ orderNo: String(requests['redirect-payment'].order_no) })],
    ['2.13/source/payer-part', 1, answered('payout')],
    ['2.13/source/payer-part', 0, exchangeOf('payout', requests.payout, withoutPayer)],
    ['4/body-type/usable', 0, answered('capture', {}, {}, type('application/json; charset=utf-8'))],
    ['4/body-type/usable', 1, answered('capture', {}, {}, type(form))],
    ['4.1/told-apart', 0, answered('apm-payment')],
    ['4.1/told-apart', 1, answered('direct-payment')],
    ['4.8/body-layout', 0, answered('cancel-subscription', {}, {}, { sent: { encoding: 'json' } })],
    ['4.8/body-layout', 1, answered('cancel-subscription', {}, {}, { sent: { encoding: 'xml' } })],
    ['4.8/inactived/own-answer', 0, answered('cancel-subscription', { subscription_status: 'Inactived' })],
    ['4.8/inactived/own-answer', 1, answered('cancel-subscription')],
    ['5.1/encryption_data/echo', 0, answered('apm-payment', { encryption_data: signature })],
    [
      '5.1/encryption_data/echo',
      1,
      exchangeOf('apm-payment', requests['apm-payment'], encodeXml(unsigned, { root: 'respon' })),
    ],
  ])('of %s is observed: %i', (clause, at, exchange) => {
    const [one, another] = [at, 1 - at].map(
      (place) => `${clause}: ${clauseOf(clause).conflict?.readings[place]}`,
    );
    expect(observationsOf(exchange)).toContain(one);
    if (clause !== '2.8/inputs/repeated') expect(observationsOf(exchange)).not.toContain(another);
    const refused = {
      ...exchange,
      received: { ...exchange.received, kind: 'answer', status: 422, body: Buffer.from('no') },
    };
    expect(observationsOf(refused as Exchange).filter((text) => text === one)).toEqual([]);
  });
});
