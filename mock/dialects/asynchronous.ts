import { allOf, wording } from '../manner.ts';
import { onEveryAnswer, onEveryList } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Captures, reviews, cancellations, refunds and payouts are taken now and done later: their statuses say so. */
export const asynchronous: Dialect = {
  name: 'asynchronous',
  reason:
    'Section 3: transitions are not shown. Pending is an outcome like any other, and only success has a documented form (7.1 to 7.5).',
  declares: { warns: [] },
  touches: ['capture', 'review', 'cancel', 'refund', 'refund-search', 'cancel-subscription', 'payout'],
  change: allOf(
    wording({
      entry: { done: '2', failed: '0' },
      refundMessage: { done: 'P0001:will be refunded', failedLetter: 'E' },
      payout: { done: 'PENDING', failed: 'FAILED' },
    }),
    onEveryList((entries) =>
      entries.map((entry) => ('refund_date' in entry ? { ...entry, refund_processing_date: '' } : entry)),
    ),
    onEveryAnswer((value, { operation }) =>
      operation === 'cancel-subscription' && value.cancel_status === '2'
        ? { ...value, error_message: 'will be ended' }
        : value,
    ),
  ),
};
