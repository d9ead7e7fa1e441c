import fc from 'fast-check';
import { allOf, countInMemo, deciding, onAnswer, onEveryList, wording } from '../../mock/behaviour.ts';
import { plainBehaviour } from '../../mock/plain.ts';
import { type About, textOf } from '../../mock/reply.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { batches, type FreedomTable, freedom, searches } from './freedom.ts';

const { words } = plainBehaviour;

/** Counts the reads of an account, and returns the number of this one. */
function readOf(about: About): number {
  const { request, operation, memo } = about;
  const key = `reads ${JSON.stringify([operation, textOf(request, 'merchant_id'), textOf(request, 'account_id')])}`;
  const number = (memo.get(key) ?? 0) + 1;
  countInMemo(memo, key, number);
  return number;
}

const identityOf = (record: JsonObject) =>
  textOf(record, 'refund_reference_id') || textOf(record, 'transaction_id') || textOf(record, 'order_no');

const transitions = 'Section 3: transitions of orders, captures, refunds, reviews and payouts are not shown.';

/** What is done when: at once, later, or with delay in what is listed. */
export const settlement: FreedomTable = {
  'done-later': freedom({
    sections: ['3', '7.2', '7.5'],
    reason: `${transitions} Pending is an outcome like any other, and only success has a documented form.`,
    parameters: fc.record({
      status: fc.constantFrom('2', 'P', 'PENDING', 'processing', '10'),
      message: fc.constantFrom('P0001:will be refunded', 'P0000:pending', 'W0002:queued'),
      payout: fc.constantFrom('PENDING', 'PROCESSING', 'IN_TRANSIT', 'CREATED'),
      text: fc.constantFrom('will be ended', 'pending', 'takes effect at the end of the period'),
    }),
    touches: [...batches, 'cancel-subscription', 'payout'],
    // Without `statuses` in the target file nothing shows that it was done.
    refuses: true,
    // A batch shows success by its call alone, where no entry of it is refused.
    unmarked: [...batches, 'cancel-subscription'],
    change: ({ status, message, payout, text }) =>
      allOf(
        wording({
          entry: { done: status, failed: '0' },
          refundMessage: { done: message, failedLetter: 'E' },
          payout: { done: payout, failed: 'FAILED' },
        }),
        onAnswer('cancel-subscription', (value) =>
          value.cancel_status === status ? { ...value, error_message: text } : value,
        ),
      ),
  }),
  'refunds-listed-as-pending': freedom({
    sections: ['3', '2.11'],
    reason: `${transitions} A refund may be listed as pending, with an empty processing date (2.11).`,
    parameters: fc.record({ reads: fc.integer({ min: 1, max: 4 }), status: fc.constantFrom('2', 'P', '0') }),
    touches: ['refund-search'],
    change: ({ reads, status }) =>
      onEveryList((entries, about) =>
        readOf(about) > reads
          ? entries
          : entries.map((entry) => ({ ...entry, refund_status: status, refund_processing_date: '' })),
      ),
  }),
  'listed-with-a-lag': freedom({
    sections: ['4.4', '4.10'],
    reason:
      '4.4 and 4.10 do not show how records are selected; a replica may show a new one some reads later.',
    parameters: fc.record({ reads: fc.integer({ min: 1, max: 3 }) }),
    touches: searches,
    change: ({ reads }) =>
      onEveryList((entries, about) => {
        const now = readOf(about);
        return entries.filter((entry) => {
          const key = `first read ${about.operation} ${identityOf(entry)}`;
          if (!about.memo.has(key)) countInMemo(about.memo, key, now);
          return now - (about.memo.get(key) ?? now) >= reads;
        });
      }),
  }),
  'states-with-a-lag': freedom({
    sections: ['3', '4.4'],
    reason: `${transitions} What the query shows of an order may be the state of an earlier read.`,
    parameters: fc.record({ reads: fc.integer({ min: 1, max: 2 }) }),
    touches: ['query'],
    change: ({ reads }) =>
      onEveryList((entries, about) => {
        const now = readOf(about);
        return entries.map((entry) => {
          const key = `state ${textOf(entry, 'transaction_id')} `;
          const status = Number(entry.payment_status);
          const since = about.memo.get(`${key}${status}`) ?? now;
          if (since === now) countInMemo(about.memo, `${key}${status}`, now);
          const isNew = now - since < reads;
          return isNew && status > 3000 && !Number.isNaN(status)
            ? { ...entry, payment_status: '3000' }
            : entry;
        });
      }),
  }),
  'payments-booked-later': freedom({
    sections: ['3', '2.6'],
    reason: 'Section 3: order_status has only a value that was seen, and its transitions are not shown.',
    parameters: fc.record({
      status: fc.constantFrom('2', '0', 'A', 'PENDING', 'approved', '00'),
      result: fc.constantFrom('0000:taken', '0000:Success', '0000:'),
    }),
    touches: ['direct-payment'],
    change: ({ status, result }) => wording({ order: { approved: status, declined: 'D', result } }),
  }),
  'states-of-orders': freedom({
    sections: ['3', '2.10'],
    reason: 'Section 3 lists only values seen of payment_status, which is a text of digits (2.10).',
    parameters: fc.record({
      open: fc.constantFrom('1', '0', '3000', '0001'),
      paid: fc.constantFrom('2000', '4100', '99', '5'),
      cancelled: fc.constantFrom('6000', '77', '000'),
      refunded: fc.constantFrom('7000', '123456789012', '4100'),
    }),
    touches: searches,
    change: ({ open, paid, cancelled, refunded }) =>
      wording({ payment: { open, paid, declined: '5001', cancelled, refunded } }),
  }),
  'words-of-queries': freedom({
    sections: ['3', '2.10', '2.14'],
    reason: 'Section 3 shows one value of query_result and of recurring_status; their sets are open (2.14).',
    parameters: fc.record({
      result: fc.constantFrom('found', '0', 'OK', 'success', '已找到'),
      active: fc.constantFrom('running', 'Actived', '2', 'ACTIVE'),
      is3ds: fc.constantFrom('yes', 'N', 'true', 'do3DS'),
    }),
    touches: ['query'],
    change: ({ result, active, is3ds }) =>
      allOf(
        wording({ queryResult: result, recurring: { active, inactive: 'Inactived' } }),
        onEveryList((entries) => entries.map((entry) => ('is3ds' in entry ? { ...entry, is3ds } : entry))),
      ),
  }),
  'words-of-payouts': freedom({
    sections: ['3', '2.13'],
    reason: 'Section 3 shows one value of the status of a payout; its set is open (2.14).',
    parameters: fc.record({
      done: fc.constantFrom('COMPLETED', 'completed', 'PAID', 'SENT', 'DONE', '1'),
      failed: fc.constantFrom('FAILED', 'RETURNED', 'REJECTED', '0', 'ERROR'),
    }),
    touches: ['payout'],
    change: ({ done, failed }) => wording({ payout: { done, failed } }),
  }),
  'words-of-batches': freedom({
    sections: ['7.1', '7.7'],
    reason:
      '7.1 shows return_status and return_message of success alone; what they are otherwise is open (7.7).',
    parameters: fc.record({
      partly: fc.constantFrom('2', '207', '1', '0', 'PARTIAL'),
      none: fc.constantFrom('0', '-1', '99', 'FAIL'),
      text: fc.constantFrom('some orders failed', 'OK', 'see the entries', 'teilweise', ''),
    }),
    touches: batches,
    change: ({ partly, none, text }) =>
      wording({ call: { ...words.call, partly: [partly, text], none: [none, 'nothing was done'] } }),
  }),
  'repeats-refused-in-batch': freedom({
    sections: ['1.3', '3'],
    reason: `${transitions} Of an order that a batch names twice, the second entry may fail.`,
    parameters: fc.record({ code: fc.constantFrom('3950', '3951') }),
    touches: ['capture', 'review', 'cancel'],
    refuses: true,
    change: ({ code }) =>
      deciding(({ entryProblem }) => ({
        entryProblem(operation, found, subject) {
          const { order, memo } = subject;
          const before = entryProblem(operation, found, subject);
          if (
            before !== undefined ||
            order === undefined ||
            !['capture', 'review', 'cancel'].includes(operation)
          )
            return before;
          const key = `named ${operation} ${order.transaction_id}`;
          const times = memo.get(key) ?? 0;
          countInMemo(memo, key, times + 1);
          return times === 1 ? { code, text: 'this order is worked on' } : undefined;
        },
      })),
  }),
  'subscription-cancelled-once': freedom({
    sections: ['3', '4.8'],
    reason: 'Section 3: what comes of a second cancellation of a subscription is not shown.',
    parameters: fc.record({ code: fc.constantFrom('3103', '9') }),
    touches: ['cancel-subscription'],
    refuses: true,
    change:
      ({ code }) =>
      (behaviour) => ({
        ...behaviour,
        decide: {
          ...behaviour.decide,
          objection: (about) => {
            const before = behaviour.decide.objection(about);
            if (before !== undefined) return before;
            const key = `ended ${textOf(about.request, 'account_id')} ${textOf(about.request, 'recurring_id')}`;
            const times = about.memo.get(key) ?? 0;
            countInMemo(about.memo, key, times + 1);
            return times === 0
              ? undefined
              : { kind: 'terms', code, text: 'the subscription has ended', request: about.request };
          },
        },
      }),
  }),
  'state-shown-after-cancellation': freedom({
    sections: ['4.8', '2.12'],
    reason:
      '4.8 says that the subscription becomes Inactived, without a field that shows it (C-07): any field may.',
    parameters: fc.record({
      name: fc.constantFrom('recurring_status', 'subscription_status', 'status', 'state'),
    }),
    touches: ['cancel-subscription'],
    change: ({ name }) =>
      onAnswer('cancel-subscription', (value) =>
        value.cancel_status === '1' ? { ...value, [name]: 'Inactived' } : value,
      ),
  }),
  notifications: freedom({
    sections: ['6.1', '6.3'],
    reason:
      '6.3: how a notification is retried is not shown; 6.1 says that one is sent, so none is a warning.',
    parameters: fc.record({ times: fc.constantFrom(0, 2, 3) }),
    touches: ['direct-payment', 'apm-payment', 'redirect-payment', 'payout'],
    warns: ({ times }) => (times === 0 ? ['6.1/notification/sent'] : []),
    onWire: true,
    change: ({ times }) => deciding({ notices: times }),
  }),
};
