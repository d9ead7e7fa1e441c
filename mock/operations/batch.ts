import { given } from '../../schemas/given.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Words } from '../manner.ts';
import { type Problem, type Refusal, refusal } from '../refusal.ts';
import type { Reply } from '../reply.ts';
import type { Order } from '../state/order.ts';
import type { Account } from '../state/store.ts';
import { callerAccount, type Desk } from './desk.ts';
import { answered, echoSignature, party } from './echo.ts';
import { checkEntry } from './entry.ts';
import { textOf } from './request-member.ts';

/** Does one entry and answers it; the order is there exactly when there is no problem, unless a fault says otherwise. */
export type AnswerEntry = (
  entry: JsonObject,
  order: Order | undefined,
  problem: Problem | undefined,
  desk: Desk,
  account: Account,
) => JsonObject;

/** Handles one batch operation: limits of section 8, one result entry per order, and the envelope of 4.5 to 4.9. */
export function answerBatch(
  operation: DocumentedOperationId,
  request: JsonObject,
  desk: Desk,
  answerEntry: AnswerEntry,
): Reply | Refusal {
  const { decide, words } = desk.manner;
  const { batch } = operationOf(operation);
  const field = batch?.field ?? '';
  const sent = request[field];
  const entries = Array.isArray(sent) ? sent : [];
  if (entries.length < decide.fewestEntries) return refusal('empty', `${field} has no entry`, request);
  const most = decide.mostEntries(operation);
  if (entries.length > most) {
    return refusal('over-limit', `${field} has ${entries.length} entries, more than ${most}`, request);
  }
  const account = callerAccount(desk, request);
  let failed = 0;
  const results = entries.map((value) => {
    const entry = value as JsonObject;
    const order = account.orders.get(textOf(entry, 'transaction_id'));
    const subject = { ...given({ order }), memo: desk.store.memo };
    const problem = decide.entryProblem(operation, checkEntry(operation, entry, account), subject);
    if (problem !== undefined) failed += 1;
    return answerEntry(entry, order, problem, desk, account);
  });
  const [return_status, return_message] = sumUp(entries.length, failed, words);
  return answered({
    ...party(request),
    return_status,
    return_message,
    encryption_data: echoSignature(request),
    [field]: results,
  });
}

function sumUp(entries: number, failed: number, words: Words): readonly [string, string] {
  if (failed === 0) return words.call.done;
  return failed < entries ? words.call.partly : words.call.none;
}

/** The members that every result entry repeats (2.9); what the request left out comes from the order, or says that there is none. */
export function repeatEntry(
  entry: JsonObject,
  order: Order | undefined,
): Record<'amount' | 'currency' | 'order_no' | 'transaction_id', string> {
  return {
    amount: repeated(entry, 'amount', order?.amount ?? '0.00'),
    // XXX is the ISO 4217 code for "no currency".
    currency: repeated(entry, 'currency', order?.currency ?? 'XXX'),
    // The entry is about the order that was named, so an order that was not named stays unnamed.
    order_no: textOf(entry, 'order_no'),
    transaction_id: textOf(entry, 'transaction_id'),
  };
}

function repeated(entry: JsonObject, name: string, otherwise: string): string {
  return name in entry ? textOf(entry, name) : otherwise;
}
