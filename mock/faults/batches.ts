import { orderMoves } from '../../generators/moves.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import {
  allOf,
  type Change,
  countInMemo,
  deciding,
  onAnswer,
  onEntries,
  onEntry,
  onField,
} from '../behaviour.ts';
import { plainBehaviour } from '../plain.ts';
import { type Fault, faultFrom, faultsAt, planted, withoutStatus } from './fault.ts';

const { mostEntries } = plainBehaviour.decide;

/** The limits of section 8: batch limits that are off by one, and search answers with one order too many. */
export const limitFaults: readonly Fault[] = documentedOperations.flatMap(
  ({ id: operation, batch, lists }) => {
    if (batch !== undefined)
      return planted(
        {
          [`limit-${batch.limit - 1}`]: {
            clause: `8/${operation}/at-limit`,
            description: `a batch of ${batch.limit} orders is refused because of its size`,
            rare: true,
            change: limit(operation, batch.limit - 1),
          },
          [`limit-${batch.limit + 1}`]: {
            clause: `8/${operation}/over-limit`,
            description: `a batch of ${batch.limit + 1} orders is processed`,
            rare: true,
            change: limit(operation, batch.limit + 1),
          },
          'half-refused-for-size': {
            clause: `8/${operation}/at-limit`,
            description: 'orders after the twenty-fifth of a batch are refused as too many',
            rare: true,
            change: onEntries(operation, (entries) =>
              entries.map((entry, at) =>
                at < 25 ? entry : { ...entry, [batch.status]: '0', [batch.message]: 'E1009:too many orders' },
              ),
            ),
          },
        },
        operation,
      );
    if (lists === undefined) return [];
    return faultFrom({
      id: `${operation}-${lists.limit + 1}-records`,
      clause: `8/${operation}/answer-limit`,
      description: `records of ${lists.limit + 1} orders are returned`,
      change: onEntries(operation, (entries) => padded(entries, lists.limit + 1)),
    });
  },
);

function limit(operation: string, most: number): Change {
  return deciding({ mostEntries: (one) => (one === operation ? most : mostEntries(one)) });
}

/** Extends a list with records that differ in their identifiers. */
function padded(entries: readonly JsonObject[], length: number): JsonValue[] {
  const [first] = entries;
  if (first === undefined) return [...entries];
  const more = Array.from({ length }, (_nothing, at): JsonObject => {
    const transaction_id = `T0000000FK${String(at).padStart(8, '0')}`;
    const reference = 'refund_reference_id' in first ? { refund_reference_id: `${transaction_id}-01` } : {};
    return { ...first, order_no: `PADDED-${at}`, transaction_id, ...reference };
  });
  return [...entries, ...more];
}

const one = '1.3/one-result-per-order';

function faultsOf(operation: DocumentedOperationId, status: string, limit: number): readonly Fault[] {
  return planted(
    {
      'entry-lost': {
        clause: one,
        description: 'the last order has no result entry',
        change: onEntries(operation, (entries) => entries.slice(0, -1)),
      },
      'entry-doubled': {
        clause: one,
        description: 'the first order has two result entries',
        change: onEntries(operation, (entries) => [...entries, ...entries.slice(0, 1)]),
      },
      'entry-foreign': {
        clause: '2.9/order_no/identity',
        description: 'one more result entry is about an order that was not sent',
        change: onEntries(operation, ([first, ...others]) =>
          first === undefined
            ? []
            : [first, ...others, { ...first, order_no: 'NOT-SENT', transaction_id: 'T0000000FK0000000F' }],
        ),
      },
      'entries-swapped': {
        clause: '2.9/transaction_id/identity',
        description: 'neighbours of a batch have exchanged their order_no',
        change: onEntries(operation, swapOrderNumbers),
      },
      'over-limit-cut': {
        clause: one,
        description: `a batch of ${limit + 1} orders is accepted, and ${limit} of them are answered`,
        change: allOf(
          deciding({ mostEntries: () => Number.POSITIVE_INFINITY }),
          onEntries(operation, (entries) => entries.slice(0, limit)),
        ),
        rare: true,
      },
      'success-not-1': {
        clause: '7.1/success',
        description: 'every entry succeeded, and return_status is 0',
        change: onField(operation, 'return_status', () => '0'),
      },
      'success-not-ok': {
        clause: '7.1/success',
        description: 'return_status is 1, and return_message is not OK',
        change: onAnswer(operation, (value) =>
          value.return_status === '1' ? { ...value, return_message: 'SUCCESS' } : value,
        ),
        verdict: 'warn',
      },
      'status-as-boolean': {
        clause: '2.9/entry-values/string',
        description: `${status} is true or false`,
        change: onField(operation, status, (text) => text === '1'),
      },
      'extra-number': {
        clause: '2.9/undocumented/string',
        description: 'a result entry has an undocumented member that is a number',
        change: onEntry(operation, (entry, _about, index) => ({ ...entry, line: index + 1 })),
      },
    },
    operation,
  );
}

function swapOrderNumbers(entries: readonly JsonObject[]): readonly JsonObject[] {
  return entries.map((entry, index) => {
    const other = entries[index % 2 === 0 ? index + 1 : index - 1];
    return other?.order_no === undefined ? entry : { ...entry, order_no: other.order_no };
  });
}

/** Deviations of every batch operation: lost, doubled, foreign or swapped entries, and wrong success values. */
export const batchFaults: readonly Fault[] = documentedOperations.flatMap(({ id, batch }) =>
  batch === undefined ? [] : faultsOf(id, batch.status, batch.limit),
);

const key = (earlier: string, transactionId: unknown) => `${earlier} ${String(transactionId)}`;

/** Deviations on orders with a history: an entry has no status after another operation on the order. */
export const historyFaults: readonly Fault[] = orderMoves.map(([earlier, later]) =>
  faultFrom({
    id: `${later}-after-${earlier}-without-status`,
    clause: `7.2/${later}_status/present`,
    operation: later,
    rare: true,
    description: `an entry of an order that a ${earlier} named before has no status`,
    change: allOf(
      onEntry(later, (entry, { memo }) =>
        memo.has(key(earlier, entry.transaction_id)) ? withoutStatus(later, entry) : entry,
      ),
      onEntries(earlier, (entries, { memo }) => {
        for (const { transaction_id } of entries) countInMemo(memo, key(earlier, transaction_id));
        return entries;
      }),
    ),
  }),
);

/** Deviations of refund answers that change more than one field (2.9, 4.9). */
export const refundFaults: readonly Fault[] = [
  ...faultsAt('refund', 'refund_reference_id', {
    'three-digits': ['shape', 'ends in three digits', (id) => id.replace(/-([0-9]{2})$/, '-0$1')],
    'one-digit': ['shape', 'ends in one digit up to nine', (id) => id.replace(/-0([0-9])$/, '-$1')],
    underscore: ['shape', 'has an underscore before its digits', (id) => id.replace(/-([0-9]{2})$/, '_$1')],
    empty: ['2.9/refund_orders/listed', 'of a refund that succeeded is empty', () => ''],
    'other-transaction': [
      'own-transaction',
      'starts with another transaction_id',
      (id) => `T0000000BK0000000B${id.slice(-3)}`,
    ],
  }),
  ...planted({
    'refund-reference-id-of-order': {
      clause: '2.9/refund_reference_id/own-transaction',
      description: 'refund_reference_id starts with the order_no',
      change: onEntry('refund', (entry) =>
        typeof entry.refund_reference_id === 'string'
          ? {
              ...entry,
              refund_reference_id: `${String(entry.order_no)}${entry.refund_reference_id.slice(-3)}`,
            }
          : entry,
      ),
    },
    'refund-same-reference-id': {
      clause: '2.9/refund_reference_id/unique',
      description: 'every refund of a transaction is number 01',
      rare: true,
      change: deciding({ refundNumber: () => 1 }),
    },
  }),
  ...faultsAt('refund', 'refund_message', {
    'two-letters': ['shape', 'starts with two letters', (message) => `R${message}`],
    'without-letter': ['shape', 'starts with its digits', (message) => message.slice(1)],
    'text-only': ['shape', 'is a text without a code', (message) => message.slice(6) || 'done'],
  }),
  ...planted({
    'refund-above-amount': {
      clause: '2.9/refund_amount/within-amount',
      description: 'more than the amount is refunded',
      rare: true,
      change: deciding({ entryProblem: (_operation, found) => (found?.code === '3010' ? undefined : found) }),
    },
    'refund-parts-above-amount': {
      clause: '2.9/refund_amount/sum-above-amount',
      description: 'refunds in parts are done until they are more than the amount',
      rare: true,
      change: deciding({
        entryProblem: (_operation, found, { order }) =>
          found?.code === '3010' && (order?.refunds ?? 0) > 0 ? undefined : found,
      }),
    },
    'refund-slightly-above-amount': {
      clause: '2.9/refund_amount/within-amount',
      description: 'a hundredth more than the amount is refunded, and no more than that',
      rare: true,
      change: onEntry('refund', (entry) => {
        const share = Number(entry.refund_amount) / Number(entry.amount);
        return share > 1 && share <= 1.01
          ? { ...entry, refund_status: '1', refund_message: 'R0000:Success' }
          : entry;
      }),
    },
  }),
  ...faultsAt('refund', 'refund_amount', {
    negative: ['decimal', 'comes back with a minus sign', (amount) => `-${amount}`],
  }),
];
