import { orderOperations } from '../../generators/moves.ts';
import { entrySucceeded } from '../../schemas/history/outcome.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import {
  allOf,
  type Change,
  countInMemo,
  onAnswer,
  onEntries,
  onEntry,
  reshaping,
  without,
} from '../behaviour.ts';
import { type About, textOf } from '../reply.ts';
import { echoOf, type Fault, faultFrom, planted, withoutStatus } from './fault.ts';

/** Observes processed calls without changing them. */
function watching(see: (about: About, answer: JsonObject) => void): Change {
  return reshaping((reply, about) => {
    if (reply.accepted) see(about, 'value' in reply ? reply.value : {});
    return reply;
  });
}

const isDone = (operation: DocumentedOperationId, entry: JsonObject) =>
  entrySucceeded(operationOf(operation), entry);

/** Remembers a number for some direct payments, under a word and the `transaction_id`. */
const noting = (word: string, numberOf: (about: About, answer: JsonObject) => number | undefined) =>
  watching((about, answer) => {
    const number = about.operation === 'direct-payment' ? numberOf(about, answer) : undefined;
    if (number !== undefined) countInMemo(about.memo, `${word} ${String(answer.transaction_id)}`, number);
  });

const declined = noting('declined', (_about, { result_info }) =>
  String(result_info).startsWith('0000') ? undefined : 1,
);
const subscribed = noting('subscribed', ({ request }) =>
  request.subscription === undefined ? undefined : 1,
);
const accounts = noting('account', ({ request }) => Number(request.account_id));

const batchFaults = orderOperations.flatMap((operation) =>
  planted(
    {
      'after-refused-entry-without-status': {
        rare: true,
        clause: `7.2/${operation}_status/present`,
        description: 'an entry that is done has no status where the one before it was refused',
        change: onEntries(operation, (entries) =>
          entries.map((entry, at) => {
            const before = entries[at - 1];
            const isAfter = before !== undefined && !isDone(operation, before) && isDone(operation, entry);
            return isAfter ? withoutStatus(operation, entry) : entry;
          }),
        ),
      },
      'loses-declined-payments': {
        rare: true,
        clause: '1.3/one-result-per-order',
        description: 'an order whose payment was declined has no result entry',
        change: allOf(
          declined,
          onEntries(operation, (entries, { memo }) =>
            entries.filter(({ transaction_id }) => !memo.has(`declined ${String(transaction_id)}`)),
          ),
        ),
      },
      'of-subscription-without-status': {
        rare: true,
        clause: `7.2/${operation}_status/present`,
        description: 'an entry of an order that opened a subscription has no status',
        change: allOf(
          subscribed,
          onEntry(operation, (entry, { memo }) =>
            memo.has(`subscribed ${String(entry.transaction_id)}`) ? withoutStatus(operation, entry) : entry,
          ),
        ),
      },
      'loses-orders-of-other-accounts': {
        clause: '1.3/one-result-per-order',
        description: 'an order of another account of the merchant has no result entry',
        change: allOf(
          accounts,
          onEntries(operation, (entries, { memo, request }) =>
            entries.filter(({ transaction_id }) => {
              const account = memo.get(`account ${String(transaction_id)}`);
              return account === undefined || account === Number(request.account_id);
            }),
          ),
        ),
      },
    },
    operation,
  ),
);

/** Changes each successful refund; `number` counts its earlier refunds, `cents` is the amount that is left. */
function onRefund(change: (entry: JsonObject, number: number, cents: number) => JsonObject): Change {
  const centsOf = (amount: unknown) => Math.round(Number(amount) * 100);
  return onEntry('refund', (entry, about) => {
    const id = String(entry.transaction_id);
    const [number, cents] = [`refunds ${id}`, `cents ${id}`].map((key) => about.memo.get(key) ?? 0);
    if (!isDone('refund', entry) || number === undefined || cents === undefined) return entry;
    countInMemo(about.memo, `refunds ${id}`, number + 1);
    countInMemo(about.memo, `cents ${id}`, cents + centsOf(entry.refund_amount));
    return change(entry, number, centsOf(entry.amount) - cents - centsOf(entry.refund_amount));
  });
}

const refundFaults = planted({
  'refund-tenth-three-digits': {
    clause: '2.9/refund_reference_id/shape',
    description: 'refund_reference_id ends in three digits from the tenth refund of a payment on',
    rare: true,
    change: onRefund((entry, number) =>
      number < 9
        ? entry
        : { ...entry, refund_reference_id: String(entry.refund_reference_id).replace(/-(?=\d\d$)/, '-0') },
    ),
  },
  'refund-of-the-rest-without-status': {
    clause: '7.2/refund_status/present',
    description: 'a refund of all that earlier refunds left has no status',
    rare: true,
    change: onRefund((entry, number, left) =>
      number > 0 && left === 0 ? withoutStatus('refund', entry) : entry,
    ),
  },
});

const orderOf = (kind: DocumentedOperationId, order: unknown) => `${kind} ${String(order)}`;

/** Remembers the order numbers of one kind of payment. */
const numbersOf = (kind: DocumentedOperationId) =>
  watching(({ operation, request, memo }) => {
    if (operation === kind) countInMemo(memo, orderOf(kind, request.order_no));
  });

const shared = [
  ['direct-payment', 'apm-payment'],
  ['direct-payment', 'redirect-payment'],
  ['apm-payment', 'direct-payment'],
  ['apm-payment', 'redirect-payment'],
] as const;

const sharedNumberFaults = shared.map(([later, earlier]) =>
  faultFrom({
    id: `${later}-of-order-of-${earlier}`,
    rare: true,
    clause: echoOf(later, 'order_no'),
    operation: later,
    description: `an order_no that a ${earlier} had before comes back with a further sign`,
    change: allOf(
      onAnswer(later, (value, { request, memo }) =>
        memo.has(orderOf(earlier, request.order_no))
          ? { ...value, order_no: `${textOf(value, 'order_no')}-2` }
          : value,
      ),
      numbersOf(earlier),
    ),
  }),
);

const otherAccountFaults = (['direct-payment', 'apm-payment'] as const).map((operation) =>
  faultFrom({
    id: `${operation}-of-order-number-of-other-account`,
    clause: echoOf(operation, 'account_id'),
    description: 'an order_no that another account had before is answered for that account',
    change: onAnswer(operation, (value, { request, memo }) => {
      const key = orderOf(operation, request.order_no);
      const account = memo.get(key) ?? Number(request.account_id);
      countInMemo(memo, key, account);
      return { ...value, account_id: String(account) };
    }),
  }),
);

const queriedFaults = (['apm-payment', 'redirect-payment'] as const).map((kind) =>
  faultFrom({
    id: `query-of-${kind}-without-order-number`,
    rare: true,
    clause: '2.10/order_no/present',
    operation: 'query',
    description: `the record of a ${kind} has no order_no`,
    change: allOf(
      numbersOf(kind),
      onEntry('query', (entry, { memo }) =>
        memo.has(orderOf(kind, entry.order_no)) ? without(entry, 'order_no') : entry,
      ),
    ),
  }),
);

const movedFaults = orderOperations.map((earlier) =>
  faultFrom({
    id: `query-after-${earlier}-status-word`,
    rare: true,
    clause: '2.10/payment_status/digits',
    operation: 'query',
    description: `payment_status is a word once a ${earlier} was done`,
    change: allOf(
      onEntries(earlier, (entries, about) => {
        for (const entry of entries.filter((one) => isDone(earlier, one)))
          countInMemo(about.memo, `${earlier} ${String(entry.transaction_id)}`);
        return entries;
      }),
      onEntry('query', (entry, { memo }) =>
        memo.has(`${earlier} ${String(entry.transaction_id)}`) ? { ...entry, payment_status: 'done' } : entry,
      ),
    ),
  }),
);

const declinedQueried = faultFrom({
  id: 'query-of-declined-payment-date-zeros',
  rare: true,
  clause: '2.10/transaction_date/shape',
  description: 'the transaction_date of a declined payment is fourteen zeros',
  change: allOf(
    declined,
    onEntry('query', (entry, { memo }) =>
      memo.has(`declined ${String(entry.transaction_id)}`)
        ? { ...entry, transaction_date: '0'.repeat(14) }
        : entry,
    ),
  ),
});

/** Remembers the subscription of each order, by both numbers. */
const subscriptionOf = (order: unknown, recurring: unknown) =>
  `subscribed ${String(order)} ${String(recurring)}`;

const movedSubscriptions = orderOperations.map((move) =>
  faultFrom({
    id: `cancel-subscription-after-${move}-without-status`,
    rare: true,
    clause: '7.4/cancel_status/present',
    description: `a cancellation has no cancel_status once a ${move} of its order was done`,
    change: allOf(
      watching(({ operation, memo }, { transaction_id, recurring_id }) => {
        if (operation === 'direct-payment') countInMemo(memo, subscriptionOf(transaction_id, recurring_id));
      }),
      onEntries(move, (entries, { memo }) => {
        for (const entry of entries.filter((one) => isDone(move, one)))
          countInMemo(memo, `${move} ${String(entry.transaction_id)}`);
        return entries;
      }),
      onAnswer('cancel-subscription', (value, { memo }) => {
        const isMoved = [...memo.keys()].some(
          (key) =>
            key.startsWith(`${move} `) &&
            memo.has(subscriptionOf(key.slice(move.length + 1), value.recurring_id)),
        );
        return isMoved ? without(value, 'cancel_status') : value;
      }),
    ),
  }),
);

const knownBeneficiary = faultFrom({
  id: 'payout-to-known-beneficiary-with-fraction',
  rare: true,
  clause: '2.13/amount_payer_pays/integer',
  description: 'amount_payer_pays has a fraction where the beneficiary is named by id alone',
  change: onAnswer('payout', (value, { request }) =>
    request.beneficiary === undefined && request.beneficiary_id !== undefined
      ? { ...value, amount_payer_pays: Number(value.amount_payer_pays) + 0.5 }
      : value,
  ),
});

/** Deviations that show in one situation only, such as after a refused entry or in the tenth refund. */
export const rareSituationFaults: readonly Fault[] = [
  ...batchFaults,
  ...refundFaults,
  ...sharedNumberFaults,
  ...otherAccountFaults,
  ...queriedFaults,
  ...movedFaults,
  declinedQueried,
  ...movedSubscriptions,
  knownBeneficiary,
];
