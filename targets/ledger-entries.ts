import { listOf, objectOf } from '../schemas/json.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, JudgedExchange } from '../schemas/types.ts';
import { effectOf } from './amount.ts';

/** One thing that a run created on a target, or may have created. */
export interface LedgerEntry {
  readonly operation: DocumentedOperationId;
  readonly order_no?: string;
  readonly transaction_id?: string;
  readonly amount?: string;
  /** What is left of `amount` after refunds in parts; absent when all of it is. */
  readonly rest?: string;
  readonly currency?: string;
  readonly recurring_id?: string;
  readonly contract_name?: string;
  /** False when no clear answer came, so that it may or may not exist. */
  readonly certain: boolean;
  /** Operations that could undo it, in the order to try them; empty when the document shows none. */
  readonly undo: readonly DocumentedOperationId[];
  /** Id of the exchange that created it. */
  readonly exchange: string;
}

/** What could undo each operation, by the meaning of sections 1 and 4; nothing is shown for the others. */
const undoing: Readonly<Partial<Record<DocumentedOperationId, readonly DocumentedOperationId[]>>> = {
  'direct-payment': ['cancel', 'refund'],
  capture: ['refund'],
};

/** What one exchange created on the target: nothing when it was refused or only read. */
export function ledgerEntriesOf({ exchange, judgement }: JudgedExchange): readonly LedgerEntry[] {
  const { operation } = exchange;
  if (!isDocumented(operation) || effectOf(operation) === 'reads' || judgement.outcome === 'refused')
    return [];
  // A connection that was never made created nothing.
  if (exchange.received.kind === 'none' && exchange.received.reason === 'unreachable') return [];
  const certain = judgement.outcome === 'accepted';
  const sent = objectOf(exchange.sent.value);
  const answer = objectOf(judgement.answer);
  const about = { operation, certain, undo: undoing[operation] ?? [], exchange: exchange.id };
  const { batch } = operationOf(operation);
  if (batch === undefined) {
    const entry = { ...factsOf(sent), ...factsOf(objectOf(answer.respon ?? answer)), ...about };
    const subscribed = operation === 'direct-payment' && entry.recurring_id !== undefined;
    return [subscribed ? { ...entry, undo: [...about.undo, 'cancel-subscription'] } : entry];
  }
  const entries = certain
    ? listIn(answer[batch.field]).filter((entry) => entry[batch.status] === '1')
    : listIn(sent[batch.field]);
  return entries.map((entry) => ({ ...factsOf(entry), ...about }));
}

const names = ['order_no', 'transaction_id', 'amount', 'currency', 'recurring_id', 'contract_name'] as const;

/** Names under which a refund and a payout say the same, before the plain one. */
const otherNames: Readonly<Partial<Record<(typeof names)[number], readonly string[]>>> = {
  amount: ['refund_amount', 'payment_amount'],
  currency: ['payment_currency'],
};

function factsOf(value: JsonObject): Partial<Record<(typeof names)[number], string>> {
  const facts: Partial<Record<(typeof names)[number], string>> = {};
  for (const name of names) {
    const fact =
      otherNames[name]?.map((other) => value[other]).find((one) => one !== undefined) ?? value[name];
    if (typeof fact === 'string' && fact !== '') facts[name] = fact;
  }
  return facts;
}

function listIn(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).map(objectOf);
}
