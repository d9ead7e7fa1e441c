import { describe, expect, test } from 'vitest';
import { judge } from '../../../schemas/judge.ts';
import type { JsonObject } from '../../../schemas/types.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';

const odd = { intent: 'odd' } as const;

describe('the answer to a request that breaks the document', () => {
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
