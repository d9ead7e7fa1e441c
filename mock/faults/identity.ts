import { documentedOperations } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { ClauseId, DocumentedOperationId, JsonValue } from '../../schemas/types.ts';
import type { Input } from '../reply.ts';
import { onAnswer, onEntry, onPage } from './alter.ts';
import { type Fault, plant } from './fault.ts';
import { others } from './others.ts';

/** Section whose clauses speak of the merchant and account of an answer, and how they end. */
const parties: Partial<Record<DocumentedOperationId, string>> = {
  'direct-payment': '2.6/*/echo',
  'apm-payment': '2.7/*/echo',
  query: '2.10/*/identity',
  capture: '2.9/*/identity',
  review: '2.9/*/identity',
  cancel: '2.9/*/identity',
  'cancel-subscription': '2.12/*/identity',
  refund: '2.9/*/identity',
  'refund-search': '2.11/*/identity',
  payout: '2.13/*/identity',
};

const answerFields: readonly (readonly [DocumentedOperationId, string, ClauseId])[] = [
  ['direct-payment', 'order_no', '2.6/order_no/echo'],
  ['direct-payment', 'amount', '2.6/amount/echo'],
  ['direct-payment', 'currency', '2.6/currency/echo'],
  ['apm-payment', 'order_no', '2.7/order_no/echo'],
  ['apm-payment', 'amount', '2.7/amount/echo'],
  ['apm-payment', 'currency', '2.7/currency/echo'],
  ['cancel-subscription', 'recurring_id', '2.12/recurring_id/identity'],
  ['cancel-subscription', 'contract_name', '2.12/contract_name/echo'],
  ['payout', 'request_id', '2.13/request_id/identity'],
  ['payout', 'beneficiary_id', '2.13/beneficiary_id/echo'],
  ['payout', 'payment_amount', '2.13/payment_amount/echo'],
  ['payout', 'payment_currency', '2.13/payment_currency/echo'],
  ['payout', 'reference', '2.13/request-fields/echo'],
  ['payout', 'reason', '2.13/request-fields/echo'],
  ['payout', 'payment_date', '2.13/request-fields/echo'],
  ['payout', 'notify_url', '2.13/request-fields/echo'],
];

const entryFields: Readonly<Record<string, ClauseId>> = table({
  amount: '2.9/amount/echo',
  currency: '2.9/currency/echo',
  order_no: '2.9/order_no/identity',
  transaction_id: '2.9/transaction_id/identity',
});

const furtherEntryFields: readonly (readonly [DocumentedOperationId, string, ClauseId])[] = [
  ['refund', 'refund_amount', '2.9/refund_amount/echo'],
  ['refund', 'refund_reason', '2.9/refund_reason/echo'],
  ['review', 'review_flag', '2.9/review_flag/echo'],
];

function differing(name: string, value: JsonValue | undefined): JsonValue {
  return typeof value === 'string' ? (others[name] ?? others.text)(value) : (value ?? '');
}

const partyFaults = Object.entries(parties).flatMap(([operation, pattern]) =>
  ['merchant_id', 'account_id'].map((name) =>
    answerFault(operation as DocumentedOperationId, name, pattern.replace('*', name)),
  ),
);

const firstAccount = '100001001';

/** Answers as if the merchant had one account only: seen by a caller of the second one. */
const firstAccountFaults = Object.entries(parties).map(([operation, pattern]) =>
  plant({
    id: `${operation}-first-account`,
    clause: pattern.replace('*', 'account_id'),
    operation: operation as DocumentedOperationId,
    description: 'the answer to a second account names the first one',
    change: onAnswer(operation as DocumentedOperationId, (value) =>
      'account_id' in value ? { ...value, account_id: firstAccount } : value,
    ),
  }),
);

const firstAccountPage = plant({
  id: 'redirect-payment-first-account',
  clause: '2.8/account_id/identity',
  needs: 'browser',
  description: 'the page of a second account posts the first one',
  change: onPage((page) => ({
    ...page,
    added: page.added.map(([name, value]): Input => [name, name === 'account_id' ? firstAccount : value]),
  })),
});

function answerFault(operation: DocumentedOperationId, name: string, clause: ClauseId): Fault {
  return plant({
    id: `${operation}-other-${name}`.replaceAll('_', '-'),
    clause,
    description: `the answer names another ${name} than the request`,
    change: onAnswer(operation, (value) =>
      name in value ? { ...value, [name]: differing(name, value[name]) } : value,
    ),
  });
}

function entryFault(operation: DocumentedOperationId, name: string, clause: ClauseId): Fault {
  return plant({
    id: `${operation}-entry-other-${name}`.replaceAll('_', '-'),
    clause,
    description: `each result entry has another ${name} than its order`,
    change: onEntry(operation, (entry) =>
      name in entry ? { ...entry, [name]: differing(name, entry[name]) } : entry,
    ),
  });
}

/** Every identity and echo of an answer, wrong: merchant, account, order, transaction, subscription, payout, amounts and texts. */
export const identityFaults: readonly Fault[] = [
  ...partyFaults,
  ...firstAccountFaults,
  firstAccountPage,
  ...answerFields.map(([operation, name, clause]) => answerFault(operation, name, clause)),
  ...documentedOperations
    .filter(({ batch }) => batch !== undefined)
    .flatMap(({ id }) => Object.entries(entryFields).map(([name, clause]) => entryFault(id, name, clause))),
  ...furtherEntryFields.map(([operation, name, clause]) => entryFault(operation, name, clause)),
];
