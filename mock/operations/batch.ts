import { defined } from '../../schemas/defined.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Behaviour, Words } from '../behaviour.ts';
import { daysAfter, digestOf } from '../derive.ts';
import { addAmounts, compareAmounts } from '../money.ts';
import { type Problem, type Refusal, type Reply, refusal, textOf } from '../reply.ts';
import { type Account, keepRefund, type Order, type Refund } from '../state/store.ts';
import {
  answered,
  callerAccount,
  echoSignature,
  type HandlerContext,
  messageOf,
  party,
} from './handler-context.ts';

const mostRefunds = 99;

/** The problem of a batch entry compared with the stored order that it names, or undefined. */
function checkEntry(
  operation: DocumentedOperationId,
  entry: JsonObject,
  order: Order | undefined,
  { identifierIn }: Behaviour['decide'],
): Problem | undefined {
  if (order === undefined)
    return { code: '3001', text: 'this account has no transaction with this transaction_id' };
  if (identifierIn(textOf(entry, 'order_no')) !== order.order_no)
    return { code: '3002', text: 'order_no is not that of the transaction' };
  if (entry.currency !== order.currency)
    return { code: '3003', text: 'currency is not that of the transaction' };
  if (compareAmounts(textOf(entry, 'amount'), order.amount) !== 0) {
    return { code: '3004', text: 'amount is not that of the transaction' };
  }
  if (order.stage !== 'paid') return { code: '3005', text: 'the transaction is not paid' };
  return operation === 'refund' ? checkRefund(entry, order) : checkState(operation, order);
}

// A repeated capture, review or cancellation succeeds, so that the same request gets the same answer.
function checkState(operation: DocumentedOperationId, order: Order): Problem | undefined {
  if (operation === 'cancel') {
    return order.refunds > 0 ? { code: '3007', text: 'a refunded transaction is not cancelled' } : undefined;
  }
  return order.cancelled ? { code: '3006', text: 'the transaction is cancelled' } : undefined;
}

function checkRefund(entry: JsonObject, order: Order): Problem | undefined {
  const wanted = textOf(entry, 'refund_amount');
  const sign = compareAmounts(wanted, '0.00');
  if (sign === undefined) return { code: '3008', text: 'refund_amount is missing or too long' };
  if (sign === 0) return { code: '3009', text: 'refund_amount is zero' };
  if (order.cancelled) return { code: '3006', text: 'the transaction is cancelled' };
  if (exceeds(order, wanted)) return { code: '3010', text: 'refund_amount is more than is left of amount' };
  return order.refunds >= mostRefunds
    ? { code: '3011', text: 'refund_reference_id has no further two digits' }
    : undefined;
}

function exceeds(order: Order, wanted: string): boolean {
  return (compareAmounts(addAmounts(order.refunded, wanted), order.amount) ?? 1) > 0;
}

/** Processes one entry; without a problem the order exists, unless a fault removes the check. */
type AnswerEntry = (
  entry: JsonObject,
  order: Order | undefined,
  problem: Problem | undefined,
  account: Account,
) => JsonObject;

/** Handles a batch operation: limits of section 8, one result entry per order, envelope of 4.5 to 4.9. */
function answerBatch(
  operation: DocumentedOperationId,
  request: JsonObject,
  context: HandlerContext,
  answerEntry: AnswerEntry,
): Reply | Refusal {
  const { decide, words } = context.behaviour;
  const { batch } = operationOf(operation);
  const field = batch?.field ?? '';
  const sent = request[field];
  const entries = Array.isArray(sent) ? sent : [];
  if (entries.length < decide.fewestEntries) return refusal('empty', `${field} has no entry`, request);
  const most = decide.mostEntries(operation);
  if (entries.length > most) {
    return refusal('over-limit', `${field} has ${entries.length} entries, more than ${most}`, request);
  }
  const account = callerAccount(context, request);
  let failed = 0;
  const results = entries.map((value) => {
    const entry = value as JsonObject;
    const order = account.orders.get(decide.identifierIn(textOf(entry, 'transaction_id')));
    const subject = { ...defined({ order }), entry, memo: context.store.memo };
    const problem = decide.entryProblem(operation, checkEntry(operation, entry, order, decide), subject);
    if (problem !== undefined) failed += 1;
    return answerEntry(entry, order, problem, account);
  });
  const [return_status, return_message] = callStatus(entries.length, failed, words);
  return answered({
    ...party(request),
    return_status,
    return_message,
    encryption_data: echoSignature(request),
    [field]: results,
  });
}

function callStatus(entries: number, failed: number, words: Words): readonly [string, string] {
  if (failed === 0) return words.call.done;
  return failed < entries ? words.call.partly : words.call.none;
}

/** The members that every result entry repeats (2.9); if missing, from the order, otherwise `0.00`, `XXX` or empty. */
function repeatEntry(
  entry: JsonObject,
  order: Order | undefined,
): Record<'amount' | 'currency' | 'order_no' | 'transaction_id', string> {
  return {
    amount: repeated(entry, 'amount', order?.amount ?? '0.00'),
    // The ISO 4217 code for "no currency".
    currency: repeated(entry, 'currency', order?.currency ?? 'XXX'),
    // Not taken from the order: the entry identifies the order that the request named.
    order_no: textOf(entry, 'order_no'),
    transaction_id: textOf(entry, 'transaction_id'),
  };
}

function repeated(entry: JsonObject, name: string, otherwise: string): string {
  return name in entry ? textOf(entry, name) : otherwise;
}

/** Answers a batch that changes orders: `move` changes one, `repeat` gives further members of its entry. */
function batchHandler(
  operation: DocumentedOperationId,
  move: (order: Order, entry: JsonObject) => void,
  repeat: (entry: JsonObject) => JsonObject = () => ({}),
) {
  const status = operationOf(operation).batch?.status ?? '';
  return (request: JsonObject, context: HandlerContext): Reply | Refusal =>
    answerBatch(operation, request, context, (entry, order, problem) => {
      if (order !== undefined && problem === undefined) move(order, entry);
      const { entry: words } = context.behaviour.words;
      return {
        ...repeatEntry(entry, order),
        ...repeat(entry),
        [status]: problem === undefined ? words.done : words.failed,
        error_message: messageOf(problem),
      };
    });
}

/** Cancels transactions without refunds (4.7). */
export const cancel = batchHandler('cancel', (order) => {
  order.cancelled = true;
});

/** Captures paid transactions (4.5). */
export const capture = batchHandler('capture', (order) => {
  order.captured = true;
});

const flagOf = (entry: JsonObject) => ({ review_flag: textOf(entry, 'review_flag') });

/** Stores the outcome of a merchant review (4.6); the values of `review_flag` are not shown, so any is accepted. */
export const review = batchHandler(
  'review',
  (order, entry) => {
    order.review = textOf(entry, 'review_flag');
  },
  flagOf,
);

/** Refunds paid transactions in full or in part (4.9); the refunds of a transaction are numbered from 01. */
export function refund(request: JsonObject, context: HandlerContext): Reply | Refusal {
  return answerBatch('refund', request, context, (entry, order, problem, account) => {
    const { words } = context.behaviour;
    const given = {
      ...repeatEntry(entry, order),
      refund_amount: textOf(entry, 'refund_amount') || '0.00',
      refund_reason: textOf(entry, 'refund_reason'),
    };
    if (problem !== undefined) {
      const refund_message = `${words.refundMessage.failedLetter}${problem.code}:${problem.text}`;
      // A failed refund has no `refund_reference_id`.
      return { ...given, refund_status: words.entry.failed, refund_message, refund_reference: '' };
    }
    const done = makeRefund(entry, order, context, account);
    return {
      ...given,
      refund_status: words.entry.done,
      refund_message: words.refundMessage.done,
      refund_reference: done.refund_reference,
      refund_reference_id: done.refund_reference_id,
    };
  });
}

function makeRefund(entry: JsonObject, order: Order | undefined, context: HandlerContext, account: Account) {
  const transactionId = order?.transaction_id ?? textOf(entry, 'transaction_id');
  const number = order === undefined ? 1 : context.behaviour.decide.refundNumber(order);
  const refund_reference_id = `${transactionId}-${String(number).padStart(2, '0')}`;
  const digest = digestOf('refund', order?.digest ?? transactionId, String(number));
  const refund_reference = context.behaviour.decide.identifier('R', digest);
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
