import type { DocumentedOperationId, JsonObject } from '../../../schemas/types.ts';
import {
  allOf,
  type Change,
  countInMemo,
  deciding,
  type EntrySubject,
  onEveryAnswer,
  onEveryList,
} from '../../behaviour.ts';
import { type About, type Problem, textOf } from '../../reply.ts';
import type { Habit } from '../acquirer.ts';

/** Adds reasons to refuse a batch entry that the plain endpoint accepts. */
export function refusingEntries(
  find: (operation: DocumentedOperationId, subject: EntrySubject) => Problem | undefined,
): Change {
  return deciding(({ entryProblem }) => ({
    entryProblem: (operation, found, subject) =>
      entryProblem(operation, found, subject) ?? find(operation, subject),
  }));
}

/** A payment must be captured by the merchant before it can be refunded. */
export const capturesBeforeRefund: Habit = {
  insists:
    'A payment is captured by the merchant before it can be refunded, and no more than was captured is refunded in all.',
  because:
    'Section 3: transitions of orders, captures and refunds are not shown; 7.2 gives each entry its own status.',
  change: refusingEntries((operation, { order }) =>
    operation === 'refund' && order?.captured === false
      ? { code: '3020', text: 'the transaction is not captured' }
      : undefined,
  ),
};

/** Payments are captured automatically; capture calls are refused. */
export const capturesByItself: Habit = {
  insists: 'Payments are captured by themselves; each entry of a capture call is refused.',
  because: 'Section 3: transitions of captures are not shown; 7.2 gives each entry its own status.',
  change: refusingEntries((operation, { order }) =>
    operation === 'capture' && order !== undefined
      ? { code: '3021', text: 'the transaction was captured automatically' }
      : undefined,
  ),
};

/** A payment can be cancelled only before it is captured. */
export const cancelsBeforeCapture: Habit = {
  insists: 'A payment is cancelled only as long as it is not captured.',
  because: 'Section 3: transitions of orders are not shown.',
  change: refusingEntries((operation, { order }) =>
    operation === 'cancel' && order?.captured === true
      ? { code: '3022', text: 'a captured transaction is refunded, not cancelled' }
      : undefined,
  ),
};

type Read = 'query' | 'refund-search';

function counterOf(read: Read, { merchant_id = '', account_id = '' }: JsonObject): string {
  return `reads ${JSON.stringify([read, merchant_id, account_id])}`;
}

function readsSoFar(read: Read, { memo, request }: About): number {
  return memo.get(counterOf(read, request)) ?? 0;
}

/** True if something that is due after a number of reads is still pending; false if it was never started. */
function isPending(memo: Map<string, number>, name: string, reads: number): boolean {
  return (memo.get(name) ?? 0) > reads;
}

const capturing = (transactionId: string) => `capture ${transactionId}`;
const refunding = (reference: string) => `refund ${reference}`;

function startRead(read: Read, about: About): number {
  const reads = readsSoFar(read, about) + 1;
  countInMemo(about.memo, counterOf(read, about.request), reads);
  return reads;
}

/** Captures and refunds are accepted now and settle some reads later; counting reads avoids waiting in tests. */
export function settlesAfter(reads: number): Habit {
  return {
    insists: `Captures and refunds are taken as pending (status 2) and settle later: a capture once the account was queried ${reads} times, a refund once its refunds were searched ${reads} times. A payment whose capture is pending cannot be refunded or cancelled.`,
    because:
      'Section 3: transitions of orders, captures and refunds are not shown, and the values of their statuses are only those seen.',
    change: allOf(
      refusingEntries((operation, { order, memo }) => {
        if (order === undefined || operation === 'capture' || operation === 'review') return undefined;
        const done =
          memo.get(counterOf('query', { merchant_id: order.merchant_id, account_id: order.account_id })) ?? 0;
        return isPending(memo, capturing(order.transaction_id), done)
          ? { code: '3030', text: 'the capture of the transaction is pending' }
          : undefined;
      }),
      onEveryList((entries, about) => {
        switch (about.operation) {
          case 'capture':
            return entries.map((entry) => startCapture(entry, about, reads));
          case 'refund':
            return entries.map((entry) => startRefund(entry, about, reads));
          case 'query': {
            const done = startRead('query', about);
            return entries.map((entry) =>
              isPending(about.memo, capturing(textOf(entry, 'transaction_id')), done)
                ? { ...entry, payment_status: '3500' }
                : entry,
            );
          }
          case 'refund-search': {
            const done = startRead('refund-search', about);
            return entries.map((entry) =>
              isPending(about.memo, refunding(textOf(entry, 'refund_reference_id')), done)
                ? { ...entry, refund_status: '2', refund_processing_date: '' }
                : entry,
            );
          }
          default:
            return entries;
        }
      }),
    ),
  };
}

function startCapture(entry: JsonObject, about: About, reads: number): JsonObject {
  if (entry.capture_status !== '1') return entry;
  const name = capturing(textOf(entry, 'transaction_id'));
  const done = readsSoFar('query', about);
  // A second capture of the same payment changes nothing.
  if (!about.memo.has(name)) countInMemo(about.memo, name, done + reads);
  return isPending(about.memo, name, done) ? { ...entry, capture_status: '2' } : entry;
}

function startRefund(entry: JsonObject, about: About, reads: number): JsonObject {
  if (entry.refund_status !== '1') return entry;
  const name = refunding(textOf(entry, 'refund_reference_id'));
  countInMemo(about.memo, name, readsSoFar('refund-search', about) + reads);
  return { ...entry, refund_status: '2', refund_message: 'P0000:pending' };
}

/** A cancellation is answered as pending; the next query lists the payment as cancelled, whatever its state before. */
export const cancelsBehindTheAnswer: Habit = {
  insists:
    'A cancellation is taken as pending (cancel_status 2) and done after the answer: the next query lists the payment as cancelled.',
  because:
    'Section 3: transitions of orders are not shown; only success of an entry has a documented form (7.2).',
  change: onEveryList((entries, { operation }) =>
    operation === 'cancel'
      ? entries.map((entry) =>
          entry.cancel_status === '1' ? { ...entry, cancel_status: '2', error_message: 'pending' } : entry,
        )
      : entries,
  ),
};

/** Payments are answered before they are booked, and payouts before they are made. */
export const answersBeforeBooking: Habit = {
  insists:
    'A payment is answered with order_status 2, "taken", and a payout with status PROCESSING: both are booked later.',
  because:
    'Section 3: order_status and payout status have only values seen, and their transitions are not shown.',
  change: onEveryAnswer((value, { operation }) => {
    if (operation === 'direct-payment' && value.order_status === '1')
      return { ...value, order_status: '2', result_info: '0000:taken' };
    return operation === 'payout' && value.status === 'COMPLETED'
      ? { ...value, status: 'PROCESSING' }
      : value;
  }),
};
