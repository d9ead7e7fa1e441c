import { operationOf } from '../operations.ts';
import { entriesOf, entrySucceeded, isBlank, scalarText, theFormsOf } from '../outcome.ts';
import type { DocumentedOperationId, JsonObject } from '../types.ts';

/** How an answer of one operation is read as a whole, before anything in it is judged. */
export interface Signs {
  /** Tells the success form that the document shows (7.1 to 7.5, 2.7, 2.8). */
  readonly succeeded: (members: JsonObject) => boolean;
  /** Tells the skeleton that the document gives to results: such an answer is judged as one in any case. */
  readonly isResult: (members: JsonObject) => boolean;
}

/** A batch succeeded as a whole, or in one of its entries (7.1, 7.2). */
function batch(id: DocumentedOperationId): Signs {
  const operation = operationOf(id);
  return {
    succeeded: (members) =>
      scalarText(members.return_status) === '1' ||
      entriesOf(operation, members).some((entry) => entrySucceeded(operation, entry)),
    isResult: (members) => 'return_status' in members && entriesOf(operation, members).length > 0,
  };
}

/** A search succeeded as a whole, also when it lists nothing (7.1). */
function search(id: DocumentedOperationId): Signs {
  const operation = operationOf(id);
  return {
    succeeded: (members) => scalarText(members.return_status) === '1',
    isResult: (members) => 'return_status' in members && entriesOf(operation, members).length > 0,
  };
}

/** How the answers of every documented operation are read as a whole. */
export const signs = {
  'direct-payment': {
    succeeded: ({ result_info }) => /^0000(?![0-9])/.test(scalarText(result_info) ?? ''),
    isResult: (members) => 'transaction_id' in members && 'result_info' in members,
  },
  'apm-payment': {
    succeeded: ({ issuer_url }) => !isBlank(issuer_url),
    isResult: ({ issuer_url }) => !isBlank(issuer_url),
  },
  'redirect-payment': {
    succeeded: (page) => theFormsOf(page).length > 0,
    isResult: (page) => theFormsOf(page).length > 0,
  },
  query: search('query'),
  capture: batch('capture'),
  review: batch('review'),
  cancel: batch('cancel'),
  'cancel-subscription': {
    succeeded: ({ cancel_status }) => scalarText(cancel_status) === '1',
    isResult: (members) => 'recurring_id' in members && 'cancel_status' in members,
  },
  refund: batch('refund'),
  'refund-search': search('refund-search'),
  payout: {
    succeeded: ({ transaction_id, failure_reason, failure_type }) =>
      !isBlank(transaction_id) && isBlank(failure_reason) && isBlank(failure_type),
    isResult: (members) => !isBlank(members.transaction_id) && 'status' in members,
  },
} as const satisfies Record<DocumentedOperationId, Signs>;
