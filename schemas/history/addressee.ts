import { objectOf } from '../json.ts';
import { isDocumented, operationOf } from '../operations.ts';
import type { JsonObject, JsonValue, JudgedExchange } from '../types.ts';
import { answerOf, entriesIn, objectsOf, scalarText } from './outcome.ts';

/** Members that say whom an answer is about, and those of one entry of a batch (2.1, 2.12, 2.13). */
const ofCall = ['merchant_id', 'account_id', 'order_no', 'request_id', 'recurring_id'] as const;
const ofEntry = ['transaction_id', 'order_no'] as const;

// What a service cannot read it may blank, cut or replace, so that only plain names can be told apart.
const plainName = /^[\x21-\x7e]{1,64}$/;

/** The name, if both sides have one that can be told apart, and whether it is the same. */
function agreement(
  sent: JsonValue | undefined,
  answered: JsonValue | undefined,
): 'same' | 'other' | 'unsaid' {
  const [asked, said] = [scalarText(sent)?.trim() ?? '', scalarText(answered)?.trim() ?? ''];
  if (said === '' || !plainName.test(asked)) return 'unsaid';
  return said === asked ? 'same' : 'other';
}

/** Returns whether a result entry names an order of the request, and no other. */
function isAbout(sent: JsonObject, entry: JsonObject): boolean {
  const found = ofEntry.map((name) => agreement(sent[name], entry[name]));
  if (found.includes('other')) return false;
  // An entry that names nothing can be placed only where nothing was named.
  return (
    found.includes('same') || ofEntry.every((name) => !plainName.test(scalarText(sent[name])?.trim() ?? ''))
  );
}

/** An order of a batch request, and the result entry about it, if there is one. */
export interface Addressed {
  readonly sent: JsonObject;
  readonly entry?: JsonObject;
}

/** The orders of a batch request, each with its entry, and the entries that are about none of them. */
export function addressed(judged: JudgedExchange): {
  readonly orders: readonly Addressed[];
  readonly foreign: readonly JsonObject[];
} {
  const { operation, sent } = judged.exchange;
  const field = isDocumented(operation) ? operationOf(operation).batch?.field : undefined;
  const asked = objectsOf(objectOf(sent.value)[field ?? '']);
  const entries = namesAnother(judged) ? [] : entriesIn(judged);
  const owned = new Map<JsonObject, JsonObject>();
  const foreign: JsonObject[] = [];
  for (const entry of entries) {
    const own = asked.filter((one) => !owned.has(one) && isAbout(one, entry));
    // The refunded amount distinguishes refunds of parts of one order.
    const first = own.find((one) => one.refund_amount === entry.refund_amount) ?? own[0];
    if (first === undefined) foreign.push(entry);
    else owned.set(first, entry);
  }
  return {
    orders: asked.map((one) => {
      const entry = owned.get(one);
      return entry === undefined ? { sent: one } : { sent: one, entry };
    }),
    foreign,
  };
}

/** Returns whether an answer names another merchant, account, order, request or subscription than its request. */
export function namesAnother(judged: JudgedExchange): boolean {
  const [sent, answer] = [objectOf(judged.exchange.sent.value), answerOf(judged)];
  return ofCall.some((name) => agreement(sent[name], answer[name]) === 'other');
}
