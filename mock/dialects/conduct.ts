import { allOf, deciding, onAnswer, onEveryList, rewiring, wording } from '../behaviour.ts';
import { digestOf, numberFrom } from '../derive.ts';
import type { DialectTable } from './dialect.ts';

/** Variants of the behaviour of the endpoint around its answers, by name. */
export const conductDialects = {
  /** The unchanged endpoint, as the reference for all other variants. */
  plain: {
    reason: 'The endpoint itself, which every other dialect changes in one respect.',
    change: (behaviour) => behaviour,
  },
  /** Captures, reviews, cancellations, refunds and payouts are pending in their answers and done later. */
  asynchronous: {
    reason:
      'Section 3: transitions are not shown. Pending is an outcome like any other, and only success has a documented form (7.1 to 7.5).',
    touches: ['capture', 'review', 'cancel', 'refund', 'refund-search', 'cancel-subscription', 'payout'],
    meets: 'as documented|one result entry|any batch',
    change: allOf(
      wording({
        entry: { done: '2', failed: '0' },
        refundMessage: { done: 'P0001:will be refunded', failedLetter: 'E' },
        payout: { done: 'PENDING', failed: 'FAILED' },
      }),
      onEveryList((entries) =>
        entries.map((entry) => ('refund_date' in entry ? { ...entry, refund_processing_date: '' } : entry)),
      ),
      onAnswer('cancel-subscription', (value) =>
        value.cancel_status === '2' ? { ...value, error_message: 'will be ended' } : value,
      ),
    ),
  },
  /** Each connection serves one request. */
  'closes-connections': {
    reason:
      'HTTP lets a server close a connection after each answer; the document says nothing about connections.',
    meets: 'as documented|any batch',
    change: rewiring((wire) => ({ ...wire, headers: { ...wire.headers, connection: 'close' } })),
  },
  /** One answer in forty is delayed by 400 ms. */
  slow: {
    reason: 'Section 8: time-outs are not shown, so an answer that takes 400 ms is not late.',
    meets: 'as documented',
    change: rewiring((wire, { request }) =>
      numberFrom(digestOf(JSON.stringify(request)), 8, 40) === 0 ? { ...wire, delayMs: 400 } : wire,
    ),
  },
  /** Result notifications are never sent. */
  'never-notifies': {
    reason: '6.1 says that a notification is sent but does not require it: a warning.',
    warns: ['6.1/notification/sent'],
    meets: 'notifies the result',
    change: deciding({ notices: 0 }),
  },
  /** Every result notification is sent twice. */
  'notifies-twice': {
    reason: '6.3: how the notification is retried is not shown.',
    meets: 'notifies the result',
    change: deciding({ notices: 2 }),
  },
} satisfies DialectTable;
