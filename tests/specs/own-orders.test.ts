import { expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { openOwnOrders } from '../../specs/support/orders/own-orders.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

const [record = {}] = answers.query.orders_list as JsonObject[];
const payment = requests['direct-payment'];
const wrongly = (order_no: string) => ({ ...record, order_no, transaction_id: `T${order_no}`, website: 7 });

/** Where findings stand of a query that lists a number as website for each of the orders. */
function told(note: (orders: ReturnType<typeof openOwnOrders>) => void, listed: readonly string[]) {
  const orders = openOwnOrders();
  note(orders);
  const exchange = exchangeOf('query', requests.query, {
    ...answers.query,
    orders_list: listed.map(wrongly),
  });
  const judged = { exchange, judgement: judge(exchange) };
  expect(judged.judgement.findings.map(({ path }) => path)).toEqual(
    expect.arrayContaining(listed.map((_, at) => `orders_list[${at}].website`)),
  );
  return orders.tellable(judged).judgement.findings.map(({ path }) => path);
}

test('a listed order that this worker sent rightly fails a test at once', () => {
  expect(
    told((orders) => orders.note('direct-payment', { ...payment, order_no: 'run1-a' }, false), ['run1-a']),
  ).toEqual(['orders_list[0].website']);
});

test('orders that this worker sent wrongly or not at all wait for the end of the run', () => {
  const odd = (orders: ReturnType<typeof openOwnOrders>) => {
    orders.note('direct-payment', { ...payment, order_no: 'run1-b' }, true);
    orders.note('direct-payment', { ...payment, order_no: 'run1-c', amount: '5' }, false);
  };
  expect(told(odd, ['run1-b', 'run1-c', 'run1-d', 'theirs-1', ''])).toEqual([]);
});
