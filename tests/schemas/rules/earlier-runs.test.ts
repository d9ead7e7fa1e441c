import { expect, test } from 'vitest';
import { judgeRun, unexplainedFindings } from '../../../schemas/judge/judge-run.ts';
import type { JsonObject, JudgedExchange } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { judged, pay } from '../corpus/run-deviations.ts';

const sums = '2.9/refund_amount/sum-above-amount';
const [refund = {}] = answers['refund-search'].refund_orders as JsonObject[];
const refundsOf = (order_no: string, transaction_id: string) =>
  ['01', '02'].map((number) => ({
    ...refund,
    ...{ order_no, transaction_id, refund_reference_id: `${transaction_id}-${number}` },
    ...{ amount: '10.00', refund_amount: '7.00', refund_status: '1' },
  }));
const search = (...refund_orders: readonly JsonObject[]) =>
  judged('refund-search', {}, { refund_orders: [...refund_orders] });

const leftIn = (...run: readonly JudgedExchange[]) => {
  const { explained, findings, book } = judgeRun(run);
  const own = run.flatMap(({ judgement }) => unexplainedFindings(judgement.findings, explained));
  return { clauses: [...own, ...findings].map(({ clause }) => clause), earlier: book.earlier };
};

const mine = 'rabc12345-0123456789ab';
const earlier = 'rabc00000-0123456789ab';

test.each([
  ['an order of an earlier run', earlier, [], 1],
  ['an order of an earlier run that a worker numbered', 'rabc00000-rge63-8', [], 1],
  ['an order that explore paid', 'rabc00000-x1f', [], 1],
  ['an order of this run', 'rabc12345-abcdefghijkl', [sums], undefined],
  ['an order of another client', 'SHOP 4711', [sums], undefined],
])('refunds above the amount of %s are judged by whose they are', (_what, order, clauses, counted) => {
  expect(leftIn(pay(mine, 'T90'), search(...refundsOf(order, 'T91')))).toEqual({ clauses, earlier: counted });
});

test('a run of reads alone judges no sums of earlier runs either', () => {
  expect(leftIn(search(...refundsOf(earlier, 'T91')))).toEqual({ clauses: [], earlier: 1 });
});

const [order = {}] = answers.query.orders_list as JsonObject[];
const query = (...orders_list: readonly JsonObject[]) =>
  judged('query', {}, { orders_list: [...orders_list] });
const old = (changes: JsonObject) => ({ ...order, order_no: earlier, transaction_id: 'T91', ...changes });
const another = old({ order_no: 'rabc00000-0123456789ac', transaction_id: 'T92' });
const own = { ...order, order_no: mine, transaction_id: 'T90' };

test('a value that an earlier run sent is not judged where another order has it right', () => {
  const odd = old({ amount: '5' });
  expect(leftIn(pay(mine, 'T90'), query(own, odd)).clauses).toEqual([]);
  expect(leftIn(query(another, odd)).clauses).toEqual([]);
  // Alone, it may be how the service writes amounts.
  expect(leftIn(pay(mine, 'T90'), query(odd)).clauses).not.toEqual([]);
  expect(leftIn(pay(mine, 'T90'), query({ ...own, amount: '5' }, old({}))).clauses).not.toEqual([]);
});

test.each([' ', '', null])('the order number %j is of an earlier run', (order_no) => {
  const odd = old({ order_no, amount: '5' });
  expect(leftIn(pay(mine, 'T90'), query(own, odd)).clauses).toEqual([]);
  expect(leftIn(query(another, odd)).clauses).toEqual([]);
  // A transaction of this run is no order of another, and some number must be right.
  expect(leftIn(pay(mine, 'T90'), query(own, { ...odd, transaction_id: 'T90' })).clauses).not.toEqual([]);
  expect(leftIn(query(odd)).clauses).not.toEqual([]);
});

test('what the service itself writes is judged in every order', () => {
  expect(leftIn(pay(mine, 'T90'), query(own, old({ transaction_date: '2026-01-31' }))).clauses).not.toEqual(
    [],
  );
  const swapped = old({ transaction_id: 'T90' });
  expect(leftIn(pay(mine, 'T90'), query(own, swapped)).clauses).not.toEqual([]);
});
