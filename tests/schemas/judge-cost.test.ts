import { expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { belowQuadratic, growthOf } from '../growth.ts';
import { answers } from './corpus/answers.ts';
import { requests } from './corpus/requests.ts';
import { exchangeOf } from './exchange-of.ts';

const ordersFrom = (list: JsonObject[], count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    ...list[index % list.length],
    order_no: `C-${index}`,
    transaction_id: `T-${index}`,
  }));

const queryOf = (count: number) => {
  const orders_list = ordersFrom(answers.query.orders_list as JsonObject[], count);
  return exchangeOf('query', requests.query, { ...answers.query, orders_list });
};

const reviewOf = (count: number) => {
  const orders = ordersFrom(requests.review.review_orders as JsonObject[], count);
  const results = ordersFrom(answers.review.review_orders as JsonObject[], count);
  return exchangeOf(
    'review',
    { ...requests.review, review_orders: orders },
    { ...answers.review, review_orders: results },
  );
};

// From half of what an answer may hold (section 8) to twice that, which is judged as well.
test('the cost of a query answer grows with its orders, not with their square', () => {
  expect(growthOf(queryOf, 50, judge)).toBeLessThan(belowQuadratic);
});

test('the cost of a review grows with its orders, not with their square', () => {
  expect(growthOf(reviewOf, 50, judge)).toBeLessThan(belowQuadratic);
});
