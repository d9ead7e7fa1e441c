import { entriesOf } from '../outcome.ts';
import type { JsonObject } from '../types.ts';
import type { Rule } from './rule.ts';

const readings = '1.3/one-result-per-order/searches';

/** C-08: two refunds of one order are two records, but no reading of 1.3 allows an identical record twice. */
export const distinctRecords: Rule = {
  name: 'distinct-records',
  clauses: [
    '2.10/orders_list/distinct',
    '2.11/refund_orders/distinct',
    readings,
    '8/searches/orders-per-request',
  ],
  operations: ['query', 'refund-search'],
  looksAt: 'answer',
  check({ operation, answer }, notebook) {
    const { field = '', limit = 0 } = operation.lists ?? {};
    if (!Array.isArray(answer[field])) return;
    const clause = operation.id === 'query' ? '2.10/orders_list/distinct' : '2.11/refund_orders/distinct';
    const seen = new Map<string, number>();
    notebook.holds(clause);
    notebook.holds(readings);
    const records = entriesOf(operation, answer);
    if (records.length <= limit) notebook.holds('8/searches/orders-per-request');
    records.forEach((record, index) => {
      if (Object.keys(record).length === 0) return;
      const key = JSON.stringify(sorted(record));
      const before = seen.get(key);
      if (before !== undefined) {
        notebook.breaks(clause, {
          path: `${field}[${index}]`,
          expected: 'no identical record twice',
          received: `the same record as ${field}[${before}]`,
        });
      }
      seen.set(key, before ?? index);
    });
  },
};

function sorted(record: JsonObject): [string, unknown][] {
  return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
}
