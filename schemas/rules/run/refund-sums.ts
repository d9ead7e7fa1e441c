import { isObject } from '../../json.ts';
import { entriesOf, entrySucceeded } from '../../outcome.ts';
import type { JsonObject, JsonValue } from '../../types.ts';
import { sumExceeds } from '../decimals.ts';
import { factsOf } from './facts.ts';
import type { RunRule } from './run-rule.ts';

const clause = '2.9/refund_amount/sum-above-amount';

/** 2.9: refunds in parts may be made; whether they may add up to more than the amount is not shown. */
export const refundSums: RunRule = {
  name: 'refund-sums',
  clauses: [clause],
  operations: ['refund'],
  check(run, about) {
    const refunded = new Map<string, JsonValue[]>();
    for (const fact of factsOf(run)) {
      if (fact.operation.id !== 'refund') continue;
      const { judged, operation, request, answer } = fact;
      const sent = Array.isArray(request.refund_orders) ? request.refund_orders.filter(isObject) : [];
      const byNumber = numbered(sent);
      for (const result of entriesOf(operation, answer)) {
        const order = orderOf(byNumber.get(result.order_no) ?? [], result);
        if (order === undefined) continue;
        const key = String(order.transaction_id);
        const before = refunded.get(key) ?? [];
        const parts = [...before, order.refund_amount ?? ''];
        const done = entrySucceeded(operation, result);
        if (before.length > 0 && sumExceeds(parts, order.amount) === true) {
          const word = done ? 'accepted' : 'refused';
          about(judged).observes(clause, word, `Refunds in parts above the amount are ${word}`);
        }
        if (done) refunded.set(key, parts);
      }
    }
  },
};

/** The orders that were sent, by their numbers: of each result they are looked through. */
function numbered(sent: readonly JsonObject[]): ReadonlyMap<JsonValue | undefined, readonly JsonObject[]> {
  const orders = new Map<JsonValue | undefined, JsonObject[]>();
  for (const order of sent) {
    const same = orders.get(order.order_no);
    if (same === undefined) orders.set(order.order_no, [order]);
    else same.push(order);
  }
  return orders;
}

/** The order of a result, among those that were sent with its number. */
function orderOf(sent: readonly JsonObject[], result: JsonObject): JsonObject | undefined {
  const same = sent.filter(({ transaction_id }) => transaction_id === result.transaction_id);
  return same.length === 1
    ? same[0]
    : same.find(({ refund_amount }) => refund_amount === result.refund_amount);
}
