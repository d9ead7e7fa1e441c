import { expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import type { Exchange, JsonObject } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { requests } from './corpus/requests.ts';
import { exchangeOf } from './exchange-of.ts';

const hundred = (list: JsonObject[]): JsonObject[] =>
  Array.from({ length: 100 }, (_, index) => ({
    ...list[index % list.length],
    order_no: `C-${index}`,
    transaction_id: `T-${index}`,
  }));

/** Milliseconds of processor time for one judgement, the best of several rounds, as other work disturbs the rest. */
function costOf(exchange: Exchange): number {
  const rounds = Array.from({ length: 12 }, () => {
    const before = process.cpuUsage();
    for (let time = 0; time < 25; time += 1) judge(exchange);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 25 / 1000;
  });
  return Math.min(...rounds);
}

test('a query answer of 100 orders is judged in under 2 ms', () => {
  const orders_list = hundred(answers.query.orders_list as JsonObject[]);
  expect(costOf(exchangeOf('query', requests.query, { ...answers.query, orders_list }))).toBeLessThan(2);
});

test('a review answer of 100 orders is judged in under 2 ms', () => {
  const request = {
    ...requests.review,
    review_orders: hundred(requests.review.review_orders as JsonObject[]),
  };
  const answer = { ...answers.review, review_orders: hundred(answers.review.review_orders as JsonObject[]) };
  expect(costOf(exchangeOf('review', request, answer))).toBeLessThan(2);
});
