import { expect, test } from 'vitest';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import {
  ordersRefunded,
  refundsWithReasons,
  textClassCount,
  withListedTexts,
} from '../../generators/listed-texts.ts';
import { unknownOrders } from '../../generators/orders.ts';
import { validateRequest } from '../../schemas/contract.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { requests } from '../schemas/corpus/requests.ts';

const payment = {
  body: requests['direct-payment'],
  name: 'a',
  kind: 'valid',
  expectation: 'accepted',
} as const;
const payments = Array.from({ length: textClassCount }, () => ({
  ...payment,
  operation: 'direct-payment' as const,
}));
const reasonsFor = (context: MakeContext) =>
  refundsWithReasons(unknownOrders(ordersRefunded(context), 3, context), context, 3)
    .flatMap(({ body }) => body.refund_orders as JsonObject[])
    .map(({ refund_reason }) => refund_reason);
const fixing = (fixed: object) => ({ ...defaultContext, fixed });

test('payments carry a text of each class in what a query lists', () => {
  const made = withListedTexts(payments, defaultContext, 3);
  expect(new Set(made.map(({ body }) => body.website)).size).toBe(textClassCount);
  for (const { body } of made) {
    expect(body.delivery_state).toBe(body.website);
    expect(validateRequest('direct-payment', body)).toEqual([]);
  }
});

test.each([
  ['in tenths, more of them than a search lists', defaultContext, 110],
  ['whole, one for each class', { ...defaultContext, refunds: 'whole' }, textClassCount],
] as const)('refunds %s, carry a text of each class as their reason', (_how, context, count) => {
  const reasons = reasonsFor(context);
  expect(new Set(reasons.slice(0, textClassCount)).size).toBe(textClassCount);
  expect(reasons).toHaveLength(count);
});

test('what the merchant fixes stays', () => {
  const [paid] = withListedTexts(payments, fixing({ 'direct-payment': { website: 'shop.example' } }), 3);
  expect(paid?.body.website).toBe(requests['direct-payment'].website);
  const fixed = fixing({ refund: { refund_reason: 'returned' } });
  expect(new Set(reasonsFor(fixed))).toEqual(new Set(['returned']));
});

test.each(['shopper_email', 'shopper_phone', 'website'])('two payments differ in %s', (name) => {
  const drawn = withListedTexts(payments, defaultContext, 3).map(({ body }) => body[name]);
  expect(new Set(drawn).size).toBe(drawn.length);
});
