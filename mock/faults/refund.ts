import { deciding } from '../manner.ts';
import { onEntry } from './alter.ts';
import { type Fault, planted } from './fault.ts';

const operation = 'refund';

const onReference = (change: (id: string, index: number) => string) =>
  onEntry(operation, (entry, index) =>
    typeof entry.refund_reference_id === 'string'
      ? { ...entry, refund_reference_id: change(entry.refund_reference_id, index) }
      : entry,
  );

const onMessage = (change: (message: string) => string) =>
  onEntry(operation, (entry) => ({ ...entry, refund_message: change(String(entry.refund_message)) }));

/** Deviations of refund answers that take more than one field (2.9, 4.9). */
export const refundFaults: readonly Fault[] = planted({
  'refund-reference-id-three-digits': {
    clause: '2.9/refund_reference_id/shape',
    description: 'refund_reference_id ends in three digits',
    change: onReference((id) => id.replace(/-([0-9]{2})$/, '-0$1')),
  },
  'refund-reference-id-one-digit': {
    clause: '2.9/refund_reference_id/shape',
    description: 'refund_reference_id ends in one digit up to nine',
    change: onReference((id) => id.replace(/-0([0-9])$/, '-$1')),
  },
  'refund-reference-id-underscore': {
    clause: '2.9/refund_reference_id/shape',
    description: 'refund_reference_id has an underscore before its digits',
    change: onReference((id) => id.replace(/-([0-9]{2})$/, '_$1')),
  },
  'refund-reference-id-empty': {
    clause: '2.9/refund_orders/listed',
    description: 'refund_reference_id of a refund that succeeded is empty',
    change: onReference(() => ''),
  },
  'refund-reference-id-other-transaction': {
    clause: '2.9/refund_reference_id/own-transaction',
    description: 'refund_reference_id starts with another transaction_id',
    change: onReference((id) => `T0000000BK0000000B${id.slice(-3)}`),
  },
  'refund-reference-id-of-order': {
    clause: '2.9/refund_reference_id/own-transaction',
    description: 'refund_reference_id starts with the order_no',
    change: onEntry(operation, (entry) =>
      typeof entry.refund_reference_id === 'string'
        ? { ...entry, refund_reference_id: `${String(entry.order_no)}${entry.refund_reference_id.slice(-3)}` }
        : entry,
    ),
  },
  'refund-same-reference-id': {
    clause: '2.9/refund_reference_id/unique',
    description: 'every refund of a transaction is number 01',
    rare: true,
    change: deciding({ refundNumber: () => 1 }),
  },
  'refund-message-two-letters': {
    clause: '2.9/refund_message/shape',
    description: 'refund_message starts with two letters',
    change: onMessage((message) => `R${message}`),
  },
  'refund-message-without-letter': {
    clause: '2.9/refund_message/shape',
    description: 'refund_message starts with its digits',
    change: onMessage((message) => message.slice(1)),
  },
  'refund-message-text-only': {
    clause: '2.9/refund_message/shape',
    description: 'refund_message is a text without a code',
    change: onMessage((message) => message.slice(6) || 'done'),
  },
  'refund-above-amount': {
    clause: '2.9/refund_amount/within-amount',
    description: 'more than the amount is refunded',
    rare: true,
    change: deciding({ entryProblem: (_operation, found) => (found?.code === '3010' ? undefined : found) }),
  },
  'refund-parts-above-amount': {
    clause: '2.9/refund_amount/sum-above-amount',
    description: 'refunds in parts are done until they are more than the amount',
    rare: true,
    change: deciding({
      entryProblem: (_operation, found, { order }) =>
        found?.code === '3010' && (order?.refunds ?? 0) > 0 ? undefined : found,
    }),
  },
  'refund-amount-negative': {
    clause: '2.9/refund_amount/decimal',
    description: 'refund_amount comes back with a minus sign',
    change: onEntry(operation, (entry) => ({ ...entry, refund_amount: `-${String(entry.refund_amount)}` })),
  },
});
