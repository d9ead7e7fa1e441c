import type { ClauseId, DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { onAnswer, onEntry } from './alter.ts';
import { type Fault, plant } from './fault.ts';

const emptied = (value: JsonObject, name: string): JsonObject =>
  name in value ? { ...value, [name]: '' } : value;

function fault(operation: DocumentedOperationId, name: string, clause: ClauseId): Fault {
  const isListed = operation === 'query' || operation === 'refund-search';
  return plant({
    id: `${operation}-${name}-empty`.replaceAll('_', '-'),
    clause,
    operation,
    description: `${name} is an empty text, which identifies nothing`,
    change: isListed
      ? onEntry(operation, (entry) => emptied(entry, name))
      : onAnswer(operation, (value) => emptied(value, name)),
  });
}

/** Identifiers that are there and say nothing (2.1). */
export const emptyIdentifierFaults: readonly Fault[] = [
  fault('direct-payment', 'transaction_id', '2.6/transaction_id/present'),
  fault('direct-payment', 'recurring_id', '2.6/respon/listed'),
  fault('query', 'transaction_id', '2.10/transaction_id/present'),
  fault('query', 'order_no', '2.10/order_no/present'),
  fault('refund-search', 'transaction_id', '2.11/transaction_id/present'),
  fault('refund-search', 'order_no', '2.11/order_no/present'),
  fault('payout', 'transaction_id', '2.13/transaction_id/present'),
  fault('payout', 'payer_id', '2.13/result/listed'),
];
