import { describe, expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import { type Exchange, type JsonObject, operationIds } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { without, withValue } from './corpus/edit.ts';
import { requests } from './corpus/requests.ts';
import { exchangeOf, unansweredExchange } from './exchange-of.ts';

const odd = { sent: { intent: 'odd' } } as const;
const verdictsOf = (exchange: Exchange) =>
  judge(exchange).findings.map(({ clause, verdict }) => `${verdict} ${clause}`);
const entry = (answers.capture.capture_orders as JsonObject[])[0] ?? {};

describe('the grade of a request', () => {
  test.each([
    ['complete', 'with all core fields', requests.refund, {}],
    [
      'partial',
      'without a field of an entry',
      without(requests.refund, ['refund_orders', 1, 'refund_reason']),
      {},
    ],
    ['broken', 'off a shape', withValue(requests.refund, ['refund_orders', 1, 'amount'], '1,0'), odd],
    ['broken', 'with another signature', requests.refund, { sent: { departs: ['signature'] } }],
    ['complete', 'sent to explore', requests.refund, odd],
  ] as const)('is %s %s', (grade, _title, request, told) => {
    expect(judge(exchangeOf('refund', request as JsonObject, answers.refund, told)).request).toBe(grade);
  });
});

describe('the outcome of a call', () => {
  test.each([
    ['accepted', { return_status: '1', capture_orders: [] }],
    ['accepted', { return_status: '0', capture_orders: [entry] }],
    ['refused', { return_status: '0', capture_orders: [{ ...entry, capture_status: '0' }] }],
    ['refused', { return_status: '0' }],
    ['refused', { error: 'x' }],
  ])('of a batch is %s: %j', (outcome, answer) => {
    expect(judge(exchangeOf('capture', requests.capture, answer as JsonObject)).outcome).toBe(outcome);
  });

  test.each([
    [200, 'unclear'],
    [302, 'refused'],
    [404, 'refused'],
    [429, 'unclear'],
    [500, 'unclear'],
    [503, 'unclear'],
  ])('of an unreadable answer with status %i is %s', (status, outcome) => {
    expect(judge(exchangeOf('capture', requests.capture, '<<<', { status })).outcome).toBe(outcome);
  });

  test('of a broken request that got an unreadable answer is refused', () => {
    expect(judge(exchangeOf('capture', {}, '<<<', odd)).outcome).toBe('refused');
  });
});

describe('the judge', () => {
  test('blames the suite for a valid request that breaks the document', () => {
    const request = withValue(requests.capture, ['capture_orders', 0, 'amount'], 5) as JsonObject;
    expect(verdictsOf(exchangeOf('capture', request, answers.capture))).toEqual([
      'suite-error 2.9/request/amount/decimal',
    ]);
  });

  test('gives no verdict on the form of a refusal to a broken request', () => {
    const judgement = judge(exchangeOf('capture', {}, '{"error":"x"}', { status: 422, ...odd }));
    expect(judgement.findings).toEqual([]);
    expect(judgement.observations).toContainEqual(
      expect.objectContaining({ clause: '7.8/error-bodies', fingerprint: 'http-422 json' }),
    );
  });

  test('judges the documented skeleton even in the answer to a broken request', () => {
    const answer = withValue(answers.capture, ['capture_orders', 0, 'amount'], 12) as JsonObject;
    expect(verdictsOf(exchangeOf('capture', requests.capture, answer, odd))).toEqual([
      'fail 2.9/entry-values/string',
    ]);
  });

  test('compares nothing with a body that was not sent', () => {
    const told = { sent: { departs: ['body'], body: '{"merchant_id":"another"}' } } as const;
    expect(
      verdictsOf(exchangeOf('capture', { ...requests.capture, merchant_id: '1' }, answers.capture, told)),
    ).toEqual([]);
  });

  test('is unsure about an answer without a result to a request that nobody signed', () => {
    const unsigned = { sent: { signed: false } };
    expect(verdictsOf(exchangeOf('capture', requests.capture, '', { status: 400, ...unsigned }))).toEqual([]);
    expect(
      verdictsOf(exchangeOf('apm-payment', requests['apm-payment'], '<respon><a>9</a></respon>', unsigned)),
    ).toEqual([]);
  });

  test('says one thing about one value', () => {
    const answer = withValue(
      answers.refund,
      ['refund_orders', 0, 'refund_reference_id'],
      'T99',
    ) as JsonObject;
    expect(verdictsOf(exchangeOf('refund', requests.refund, answer))).toEqual([
      'fail 2.9/refund_reference_id/shape',
    ]);
  });

  test('sorts findings by path, the tenth entry after the ninth', () => {
    const entries: JsonObject[] = Array.from({ length: 12 }, (_, index) => ({
      ...entry,
      order_no: `C-${index}`,
      amount: 5,
    }));
    const request = {
      ...requests.capture,
      capture_orders: entries.map(({ capture_status: _s, error_message: _m, ...sent }) => ({
        ...sent,
        amount: '5.00',
      })),
    };
    const { findings } = judge(
      exchangeOf('capture', request, { ...answers.capture, capture_orders: entries }),
    );
    expect(findings.map(({ path }) => path)).toEqual(
      entries.map((_, index) => `capture_orders[${index}].amount`),
    );
  });

  test('gives the same judgement twice', () => {
    const exchange = exchangeOf('query', requests.query, answers.query);
    expect(judge(exchange)).toEqual(judge(exchange));
  });

  test.each(operationIds)('turns its own fault into a suite error: %s', (operation) => {
    const judgement = judge({ id: '1', operation } as Exchange);
    expect(judgement.findings.map(({ verdict }) => verdict)).toEqual(['suite-error']);
  });

  test('only observes what the document does not show', () => {
    const exchange: Exchange = {
      ...exchangeOf('query', {}, '{"methods":[]}', { status: 500 }),
      operation: 'optimise-payment-methods',
    };
    const { findings, observations } = judge(exchange);
    expect(findings).toEqual([]);
    expect(observations.map(({ clause }) => clause)).toEqual(['4.12/body', '4.12/path', '4.12/response']);
  });

  test('does not blame the service for silence', () => {
    expect(verdictsOf(unansweredExchange('query', requests.query, 'timeout'))).toEqual([
      'inconclusive 4.4/status-200',
    ]);
  });
});
