import { isDeepStrictEqual } from 'node:util';
import { say } from '../findings/say.ts';
import { entriesOf, isBlank } from '../outcome.ts';
import type { Rule } from './rule.ts';

const mostCompared = 20;
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
    notebook.holds(clause);
    notebook.holds(readings);
    const records = entriesOf(operation, answer);
    if (records.length <= limit) notebook.holds('8/searches/orders-per-request');
    // Only records of one transaction can be identical, so only those are compared.
    const groups = new Map<string, number[]>();
    records.forEach((record, index) => {
      const name = `${String(record.transaction_id)}\n${String(record.refund_reference_id)}`;
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      // Without it nothing could tell two refunds apart that were made alike (C-08).
      const isTellable = operation.id === 'query' || !isBlank(record.refund_reference_id);
      const before = !isTellable
        ? undefined
        : group.slice(0, mostCompared).find((other) => isDeepStrictEqual(records[other], record));
      if (before === undefined || Object.keys(record).length === 0) group.push(index);
      else {
        const received = say('same-record', [], field, before);
        notebook.breaks(clause, {
          kind: 'repeated',
          path: `${field}[${index}]`,
          expected: say('not-twice'),
          received,
        });
      }
    });
  },
};
