import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { onField, onPage, refusing } from '../behaviour.ts';
import type { Input } from '../reply.ts';
import { echoOf, type Fault, faultFrom, faultsAt, otherValue } from './fault.ts';

/** The request values that answers repeat besides merchant and account. */
const repeated: Partial<Record<DocumentedOperationId, readonly string[]>> = {
  'direct-payment': ['order_no', 'amount', 'currency'],
  'apm-payment': ['order_no', 'amount', 'currency'],
  'cancel-subscription': ['recurring_id', 'contract_name'],
  payout: [
    'request_id',
    'beneficiary_id',
    'payment_amount',
    'payment_currency',
    'reference',
    'reason',
    'payment_date',
    'notify_url',
  ],
};
const operations = documentedOperations.filter(({ answers }) => answers !== 'html').map(({ id }) => id);

const firstAccount = '100001001';

/** Answers to the second account of a merchant name the first one. */
const firstAccountFaults = operations.map((operation) =>
  faultFrom({
    id: `${operation}-first-account`,
    clause: echoOf(operation, 'account_id'),
    description: 'the answer to a second account names the first one',
    change: onField(operation, 'account_id', () => firstAccount),
  }),
);

const firstAccountPage = faultFrom({
  id: 'redirect-payment-first-account',
  clause: '2.8/account_id/identity',
  needs: 'browser',
  description: 'the page of a second account posts the first one',
  change: onPage((page) => ({
    ...page,
    added: page.added.map(([name, value]): Input => [name, name === 'account_id' ? firstAccount : value]),
  })),
});

const differing = (operation: DocumentedOperationId, name: string) =>
  onField(operation, name, (text, value) => (typeof value === 'string' ? otherValue(name, text) : value));

const answerFault = (operation: DocumentedOperationId, name: string) =>
  faultFrom({
    id: `${operation}-other-${name}`.replaceAll('_', '-'),
    clause: echoOf(operation, name),
    description: `the answer names another ${name} than the request`,
    change: differing(operation, name),
  });

const entryFault = (operation: DocumentedOperationId, name: string) =>
  faultFrom({
    id: `${operation}-entry-other-${name}`.replaceAll('_', '-'),
    clause: echoOf(operation, name),
    description: `each result entry has another ${name} than its order`,
    change: differing(operation, name),
  });

const refusalFault = (operation: DocumentedOperationId) =>
  faultFrom({
    id: `${operation}-refusal-of-other-account`,
    clause: echoOf(operation, 'account_id'),
    verdict: 'warn',
    description: 'a call that is refused as a whole is refused for another account',
    change: refusing((refusal, about, before) => {
      const reply = before(refusal, about);
      return about.operation === operation && 'value' in reply && typeof reply.value.account_id === 'string'
        ? {
            ...reply,
            value: { ...reply.value, account_id: otherValue('account_id', reply.value.account_id) },
          }
        : reply;
    }),
  });

/** Wrong identities and echoes: merchant, account, order, transaction, subscription, payout, amounts and texts. */
export const identityFaults: readonly Fault[] = [
  ...operations.flatMap((operation) =>
    ['merchant_id', 'account_id'].map((name) => answerFault(operation, name)),
  ),
  ...firstAccountFaults,
  refusalFault('capture'),
  firstAccountPage,
  ...operations.flatMap((operation) =>
    (repeated[operation] ?? []).map((name) => answerFault(operation, name)),
  ),
  ...documentedOperations
    .filter(({ batch }) => batch !== undefined)
    .flatMap(({ id }) =>
      ['amount', 'currency', 'order_no', 'transaction_id'].map((name) => entryFault(id, name)),
    ),
  entryFault('refund', 'refund_amount'),
  entryFault('refund', 'refund_reason'),
  entryFault('review', 'review_flag'),
];

const unnamed: readonly (readonly [DocumentedOperationId, name: string, clause: string])[] = [
  ['direct-payment', 'transaction_id', 'present'],
  ['direct-payment', 'recurring_id', '2.6/respon/listed'],
  ['query', 'transaction_id', 'present'],
  ['query', 'order_no', 'present'],
  ['refund-search', 'transaction_id', 'present'],
  ['refund-search', 'order_no', 'present'],
  ['payout', 'transaction_id', 'present'],
  ['payout', 'payer_id', '2.13/result/listed'],
];

/** Identifiers are present but empty (2.1). */
export const emptyIdentifierFaults: readonly Fault[] = unnamed.flatMap(([operation, name, clause]) =>
  faultsAt(operation, name, { empty: [clause, 'is an empty text, which identifies nothing', () => ''] }),
);
