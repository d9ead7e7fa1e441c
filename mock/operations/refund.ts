import type { JsonObject } from '../../schemas/types.ts';
import { daysAfter } from '../calendar.ts';
import { digestOf } from '../derive.ts';
import { addAmounts } from '../money.ts';
import type { Refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import type { Order, Refund } from '../state/order.ts';
import { type Account, keepRefund } from '../state/store.ts';
import { answerBatch, repeatEntry } from './batch.ts';
import type { Desk } from './desk.ts';
import { textOf } from './request-member.ts';

/** Refunds paid transactions, whole or in parts (4.9); the refunds of one transaction count up from 01. */
export function refund(request: JsonObject, desk: Desk): Reply | Refusal {
  return answerBatch('refund', request, desk, (entry, order, problem, _desk, account) => {
    const { words } = desk.manner;
    const given = {
      ...repeatEntry(entry, order),
      refund_amount: textOf(entry, 'refund_amount') || '0.00',
      refund_reason: textOf(entry, 'refund_reason'),
    };
    if (problem !== undefined) {
      const refund_message = `${words.refundMessage.failedLetter}${problem.code}:${problem.text}`;
      // No refund came about, so no refund_reference_id is given.
      return { ...given, refund_status: words.entry.failed, refund_message, refund_reference: '' };
    }
    const done = makeRefund(entry, order, desk, account);
    return {
      ...given,
      refund_status: words.entry.done,
      refund_message: words.refundMessage.done,
      refund_reference: done.refund_reference,
      refund_reference_id: done.refund_reference_id,
    };
  });
}

function makeRefund(entry: JsonObject, order: Order | undefined, desk: Desk, account: Account) {
  const transactionId = textOf(entry, 'transaction_id');
  const number = order === undefined ? 1 : desk.manner.decide.refundNumber(order);
  const refund_reference_id = `${transactionId}-${String(number).padStart(2, '0')}`;
  const digest = digestOf('refund', order?.digest ?? transactionId, String(number));
  const refund_reference = desk.manner.decide.identifier('R', digest);
  if (order === undefined) return { refund_reference_id, refund_reference };
  const made: Refund = {
    order,
    number,
    refund_reference_id,
    refund_reference,
    refund_amount: textOf(entry, 'refund_amount'),
    refund_reason: textOf(entry, 'refund_reason'),
    refundedAt: daysAfter(order.takenAt, number),
  };
  order.refunded = addAmounts(order.refunded, made.refund_amount);
  order.refunds += 1;
  keepRefund(account, made);
  return made;
}
