import type { JudgedExchange } from '../schemas/judge-run.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import { effectOf } from './amount.ts';
import type { LedgerEntry } from './ledger.ts';

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
  const sent = objectIn(exchange.sent.value);
  const answer = objectIn(judgement.answer);
  const about = { operation, certain, undo: undoing[operation] ?? [], exchange: exchange.id };
  const { batch } = operationOf(operation);
  if (batch === undefined) {
    const entry = { ...factsOf(sent), ...factsOf(objectIn(answer.respon ?? answer)), ...about };
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

function objectIn(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function listIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}
