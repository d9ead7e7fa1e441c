import { isDeepStrictEqual } from 'node:util';
import { say } from '../findings/say.ts';
import type { Notebook } from '../notebook.ts';
import type { Operation } from '../operations.ts';
import { entriesOf, isBlank } from '../outcome.ts';
import type { JsonObject } from '../types.ts';
import type { Rule } from './rule.ts';

const mostCompared = 20;
const perOrder = '1.3/one-result-per-order/searches';
const ordersPerRequest = '8/searches/orders-per-request';

/** What a refund that stands twice in one search may not have in two ways; its status may change (C-08). */
const ofOneRefund = ['order_no', 'refund_amount', 'amount', 'currency'];

/** C-08: two refunds of one order are two records, but no reading of 1.3 allows one order or one refund to stand twice. */
export const distinctRecords: Rule = {
  name: 'distinct-records',
  clauses: [
    '2.10/orders_list/distinct',
    '2.11/refund_orders/distinct',
    perOrder,
    ordersPerRequest,
    '8/query/answer-limit',
    '8/refund-search/answer-limit',
  ],
  operations: ['query', 'refund-search'],
  looksAt: 'answer',
  check({ operation, answer }, notebook) {
    const { field = '', limit = 0 } = operation.lists ?? {};
    if (!Array.isArray(answer[field])) return;
    const isQuery = operation.id === 'query';
    const clause = isQuery ? '2.10/orders_list/distinct' : '2.11/refund_orders/distinct';
    const records = entriesOf(operation, answer);
    judgeLimit(records, operation, limit, notebook);
    // Two records may be the same one, and one alone may not.
    if (records.length > 1) for (const one of [clause, perOrder]) notebook.holds(one);
    // Only records of one transaction can be identical, so only those are compared.
    const groups = new Map<string, number[]>();
    records.forEach((record, index) => {
      const { transaction_id, order_no, refund_reference_id } = record;
      // Without it nothing could tell two refunds apart that were made alike (C-08).
      const known = isQuery ? [transaction_id, order_no] : [transaction_id, refund_reference_id];
      if (known.some(isBlank)) return;
      const name = JSON.stringify(known);
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      const others = group.slice(0, mostCompared);
      group.push(index);
      const before = others.find((other) => isDeepStrictEqual(records[other], record));
      const path = `${field}[${index}]`;
      if (before !== undefined) {
        const received = say('same-record', [], field, before);
        notebook.breaks(clause, { kind: 'repeated', path, expected: say('not-twice'), received });
        return;
      }
      const [first] = others;
      const told = first === undefined ? undefined : records[first];
      if (told === undefined || first === undefined) return;
      const differs = ofOneRefund.some((member) => told[member] !== record[member]);
      if (isQuery || differs)
        notebook.breaks(perOrder, {
          kind: 'repeated',
          path,
          expected: say(isQuery ? 'one-per-order' : 'not-twice'),
          received: say('same-record', [], field, first),
          ...(isQuery ? {} : { atMost: 'warn' }),
        });
    });
  },
};

/** 4.4, 4.10: up to a hundred orders are returned; one order may have several records. */
function judgeLimit(
  records: readonly JsonObject[],
  { id }: Operation,
  limit: number,
  notebook: Notebook,
): void {
  if (records.length === 0) return;
  const clause = `8/${id}/answer-limit`;
  const orders = new Set(records.map(({ order_no, transaction_id }) => String(order_no ?? transaction_id)));
  const word = orders.size > limit ? 'more' : 'no more';
  notebook.observes(
    ordersPerRequest,
    `${word} than ${limit}`,
    `A search returns ${word} than ${limit} orders`,
  );
  if (orders.size <= limit) notebook.holds(clause);
  else
    notebook.breaks(clause, {
      kind: 'count',
      path: id === 'query' ? 'orders_list' : 'refund_orders',
      expected: say('at-most', [], limit),
      received: say('plain', [`${orders.size} different orders`]),
    });
}
