import { describe, expect, test } from 'vitest';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { without } from '../corpus/edit.ts';
import { pageOf } from '../corpus/page.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf, unansweredExchange } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const partial = without(requests['direct-payment'], ['amount']) as JsonObject;
const odd = { sent: { intent: 'odd' } } as const;

describe('the status line', () => {
  test.each([
    [500, ['fail 4.5/status-200']],
    [502, ['fail 4.5/status-200']],
    [201, ['warn 4.5/status-200']],
    [404, []],
    [405, []],
    [401, []],
    [403, []],
    [407, []],
    [429, []],
    [503, []],
  ])('of a complete batch: %i', (status, findings) => {
    const body = status === 201 ? '{"return_status":"0","return_message":"no"}' : '';
    const found = findingsOf(exchangeOf('capture', requests.capture, body, { status }));
    expect(found.filter((one) => /status-200|http-200/.test(one))).toEqual(findings);
  });

  test.each([400, 402, 404, 422])(
    'of a card payment may be %i, as only batches and searches answer 200 always',
    (status) => {
      expect(findingsOf(exchangeOf('direct-payment', requests['direct-payment'], '', { status }))).toEqual(
        [],
      );
    },
  );

  test('of a payment that leaves core fields out may be anything but a server error', () => {
    expect(findingsOf(exchangeOf('direct-payment', partial, '', { status: 422 }))).toEqual([]);
    expect(findingsOf(exchangeOf('direct-payment', partial, '', { status: 500 }))).toEqual([
      'fail 4.1/status-200',
    ]);
  });

  test('of a broken request may be anything but a server error, which is a warning', () => {
    expect(findingsOf(exchangeOf('capture', {}, '', { status: 500, ...odd }))).toEqual([
      'warn 7.8/robustness',
    ]);
    expect(findingsOf(exchangeOf('capture', {}, '', { status: 400, ...odd }))).toEqual([]);
  });
});

describe('a body that says success', () => {
  const said = ({ status = 400, operation = 'capture', answer = {} as JsonObject, sent = {} }) => {
    const own = operation as 'capture' | 'query' | 'payout' | 'cancel-subscription';
    return findingsOf(exchangeOf(own, requests[own], { ...answers[own], ...answer }, { status, ...sent }));
  };
  const xml = (name: 'direct-payment' | 'apm-payment', status: number) =>
    findingsOf(exchangeOf(name, requests[name], encodeXml(answers[name], { root: 'respon' }), { status }));

  test.each([
    ['capture', 400, '7.1/http-200'],
    ['query', 404, '7.1/http-200'],
    ['capture', 302, '7.1/http-200'],
    ['payout', 422, '4.11/status-200'],
    ['cancel-subscription', 409, '4.8/status-200'],
  ])('is contradicted by the status of a %s: %i', (operation, status, clause) => {
    expect(said({ operation, status })).toEqual([`fail ${clause}`]);
  });

  test('may be the payment or payout that was made before, with 409', () => {
    expect(said({ operation: 'payout', status: 409 })).toEqual([]);
    expect(xml('direct-payment', 409)).toEqual([]);
    expect(xml('apm-payment', 409)).toEqual([]);
  });

  test('is contradicted by the status of a payment', () => {
    expect(xml('direct-payment', 402)).toEqual(['fail 4.1/status-200']);
    expect(xml('apm-payment', 404)).toEqual(['fail 4.2/status-200']);
    const page = (form: string) =>
      findingsOf(
        exchangeOf('redirect-payment', requests['redirect-payment'], pageOf({ form }), { status: 400 }),
      );
    expect(page('<form name="theForm" method="post" action="/v1/checkout">')).toEqual([
      'fail 4.3/status-200',
    ]);
    // A page that takes the shopper back to the merchant is a refusal like any other.
    expect(page('<form name="theForm" method="post" action="https://shop.example/back">')).toEqual([]);
  });

  test('is none where entries failed, the pace was too high or the request odd', () => {
    expect(said({ answer: { return_status: '2', return_message: 'some failed' } })).toEqual([]);
    expect(said({ answer: { return_message: 'invalid input' } })).toEqual([]);
    expect(said({ operation: 'payout', answer: { status: 'REJECTED' } })).toEqual([]);
    expect(said({ status: 429 })).toEqual([]);
    expect(said({ sent: { sent: { departs: ['signature'] } } })).toEqual([]);
  });
});

describe('an answer that never came', () => {
  test.each([
    ['reset', ['fail 4.5/status-200'], 'warn 7.8/robustness'],
    ['too-large', ['warn 1.4/body/bounded', 'inconclusive 4.5/status-200'], 'warn 1.4/body/bounded'],
    ['timeout', ['inconclusive 4.5/status-200'], 'inconclusive 4.5/status-200'],
    ['unreachable', ['inconclusive 4.5/status-200'], 'inconclusive 4.5/status-200'],
    ['aborted', ['inconclusive 4.5/status-200'], 'inconclusive 4.5/status-200'],
  ] as const)('for %s is told apart by what was sent', (reason, right, broken) => {
    expect(findingsOf(unansweredExchange('capture', requests.capture, reason))).toEqual(right);
    expect(findingsOf(unansweredExchange('capture', {}, reason, odd))).toEqual([broken]);
  });
});
