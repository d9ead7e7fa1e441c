import { isObject } from '../../schemas/json.ts';
import { effectOf, isDocumented, operationOf } from '../../schemas/operations.ts';
import { entriesOf, entrySucceeded, membersOf, scalarText } from '../../schemas/outcome.ts';
import { stateOf } from '../../schemas/states.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import { readPayment } from './answered-payment.ts';
import type { LedgerFacts } from './entry.ts';
import type { Keepable } from './keepable.ts';

/** What could undo each operation, by the meaning of sections 1 and 4; nothing is shown for the others. */
const undoing: Readonly<Partial<Record<DocumentedOperationId, readonly DocumentedOperationId[]>>> = {
  'direct-payment': ['cancel', 'refund'],
  capture: ['refund'],
};

/**
 * What one exchange created on the target: nothing when it was refused or only read. Order, amount, currency and contract
 * are those that were sent; the answer gives the transaction alone, and only where it speaks of the order that was sent.
 */
export function ledgerEntriesOf(judged: JudgedExchange, keepable: Keepable): readonly LedgerFacts[] {
  const { exchange, judgement } = judged;
  const { operation } = exchange;
  if (!isDocumented(operation) || effectOf(operation) === 'reads') return [];
  const { state } = stateOf(judged);
  if (state === 'refused' || state === 'throttled') return [];
  // A connection that was never made created nothing.
  if (exchange.received.kind === 'none' && exchange.received.reason === 'unreachable') return [];
  const certain = judgement.outcome === 'accepted';
  const sent = objectIn(exchange.sent.value);
  const answer = membersOf(operationOf(operation), judgement.answer ?? null);
  const about = { operation, certain, undo: undoing[operation] ?? [], exchange: exchange.id };
  if (operationOf(operation).batch === undefined) {
    const { account_id } = sent;
    const account = typeof account_id === 'string' ? { account_id } : {};
    return [
      {
        ...factsOf(sent),
        ...account,
        ...about,
        ...readPayment({ operation, sent, answer, certain, keepable }),
      },
    ];
  }
  const { done, foreign } = succeeded(operation, sent, answer, certain);
  const entries = done.map((entry) => ({ ...factsOf(entry), ...about }));
  if (foreign === 0) return entries;
  const doubt = `the answer reports success for ${foreign} ${foreign === 1 ? 'entry' : 'entries'} that the request did not hold`;
  return [...entries, { operation, certain: false, undo: [], exchange: exchange.id, doubt }];
}

/** The entries of a batch that were sent and succeeded, each told by its own identifiers; all of them without an answer. */
function succeeded(
  id: DocumentedOperationId,
  sent: JsonObject,
  answer: JsonObject,
  certain: boolean,
): { done: readonly JsonObject[]; foreign: number } {
  const operation = operationOf(id);
  const asked = listIn(sent[operation.batch?.field ?? '']);
  if (!certain) return { done: asked, foreign: 0 };
  const open = new Set(asked);
  const answered = entriesOf(operation, answer).filter((entry) => entrySucceeded(operation, entry));
  const done = answered.flatMap((entry) => {
    const same = [...open].filter((one) => told(one) === told(entry));
    // Parts of one order are told apart by what they refund.
    const own = same.find((one) => one.refund_amount === entry.refund_amount) ?? same[0];
    if (own !== undefined) open.delete(own);
    return own === undefined ? [] : [own];
  });
  return { done, foreign: answered.length - done.length };
}

function told({ transaction_id, order_no }: JsonObject): string {
  return `${scalarText(transaction_id)}\n${scalarText(order_no)}`;
}

const names = ['order_no', 'transaction_id', 'amount', 'currency', 'recurring_id', 'request_id'] as const;

/** Names under which a refund and a payout say the same, before the plain one. */
const otherNames: Readonly<Partial<Record<(typeof names)[number], readonly string[]>>> = {
  amount: ['refund_amount', 'payment_amount'],
  currency: ['payment_currency'],
};

function factsOf(sent: JsonObject): Partial<Record<(typeof names)[number], string>> {
  const facts: Partial<Record<(typeof names)[number], string>> = {};
  for (const name of names) {
    const fact = otherNames[name]?.map((other) => sent[other]).find((one) => one !== undefined) ?? sent[name];
    if (typeof fact === 'string' && fact !== '') facts[name] = fact;
  }
  return facts;
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function listIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}
