import { without } from '../faults/alter.ts';
import { onEveryList } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Refunds are listed without what would tell two of one order apart. */
export const refundsAlike: Dialect = {
  name: 'refunds-alike',
  reason:
    '2.14: which fields are required is not shown; two refunds of one order are two records (C-08), alike or not.',
  declares: { warns: ['2.11/refund_orders/listed'] },
  touches: ['refund-search'],
  change: onEveryList((entries, { operation }) =>
    operation === 'refund-search'
      ? entries.map((entry) => without(entry, 'refund_reference', 'refund_reference_id', 'refund_date'))
      : entries,
  ),
};
