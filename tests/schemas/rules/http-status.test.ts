import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../schemas/types.ts';
import { without } from '../corpus/edit.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf, unansweredExchange } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const partial = without(requests['direct-payment'], ['amount']) as JsonObject;
const odd = { sent: { intent: 'odd' } } as const;

describe('the status line', () => {
  test.each([
    [500, ['fail 4.5/status-200']],
    [502, ['fail 4.5/status-200']],
    [201, ['fail 4.5/status-200']],
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
