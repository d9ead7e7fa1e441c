import { expect, test } from 'vitest';
import { judgeRun } from '../../../schemas/judge/judge-run.ts';
import type { JsonObject, JudgedExchange } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { found, judged, pay, running } from '../corpus/run-deviations.ts';

const clausesOf = (...run: readonly JudgedExchange[]) => judgeRun(run).findings.map(({ clause }) => clause);
const timed = ({ exchange, judgement }: JudgedExchange, sentAt: number, answeredAt: number) => ({
  exchange: { ...exchange, times: { sentAt, answeredAt } },
  judgement,
});

test.each([
  ['before the cancellation', 0, 1, []],
  ['while it is under way', 5, 8, []],
  ['after it', 7, 8, ['4.8/inactived/later-query']],
] as const)(
  'a query that was sent %s is judged so, wherever it stands',
  (_when, sentAt, answeredAt, wanted) => {
    const cancelled = timed(judged('cancel-subscription'), 4, 6);
    const query = timed(judged('query', {}, running), sentAt, answeredAt);
    expect(clausesOf(cancelled, query)).toEqual(wanted);
    expect(clausesOf(query, cancelled)).toEqual(wanted);
  },
);

test('a refund search may show the amount that was paid, whatever the refund named', () => {
  const [entry = {}] = answers.refund.refund_orders as JsonObject[];
  const order_no = String(entry.order_no);
  const transaction_id = String(entry.transaction_id);
  const paid = pay(order_no, transaction_id, { amount: '101.21' });
  const refund = judged('refund', {}, { refund_orders: [{ ...entry, amount: '101.22' }] });
  const shown = (amount: string) => judged('refund-search', {}, found({ amount, refund_amount: '0.05' }));
  expect(clausesOf(paid, refund, shown('101.21'))).not.toContain('2.11/refund/as-refunded');
  expect(clausesOf(paid, refund, shown('99.00'))).toContain('2.11/refund/as-refunded');
});
