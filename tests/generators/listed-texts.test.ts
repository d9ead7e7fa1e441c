import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { everyText, refundWithReasons, withListedTexts } from '../../generators/listed-texts.ts';
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
const payments = Array.from({ length: everyText }, () => ({
  ...payment,
  operation: 'direct-payment' as const,
}));
const orders = unknownOrders(everyText, 3, defaultContext);
const fixing = (fixed: object) => ({ ...defaultContext, fixed });

test('payments carry a text of each class in what a query lists', () => {
  const made = withListedTexts(payments, defaultContext, 3);
  expect(new Set(made.map(({ body }) => body.website)).size).toBe(everyText);
  for (const { body } of made) {
    expect(body.delivery_state).toBe(body.website);
    expect(validateRequest('direct-payment', body)).toEqual([]);
  }
});

test('refunds carry a text of each class as their reason', () => {
  const entries = refundWithReasons(orders, defaultContext, 3).body.refund_orders as JsonObject[];
  expect(new Set(entries.map(({ refund_reason }) => refund_reason)).size).toBe(everyText);
});

test('what the merchant fixes stays', () => {
  const [paid] = withListedTexts(payments, fixing({ 'direct-payment': { website: 'shop.example' } }), 3);
  expect(paid?.body.website).toBe(requests['direct-payment'].website);
  const fixed = fixing({ refund: { refund_reason: 'returned' } });
  const entries = refundWithReasons(orders, fixed, 3).body.refund_orders as JsonObject[];
  expect(new Set(entries.map(({ refund_reason }) => refund_reason))).toEqual(new Set(['returned']));
});
