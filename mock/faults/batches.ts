import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { allOf, type Change, deciding } from '../manner.ts';
import { plainManner } from '../plain.ts';
import { onAnswer, onEntries } from './alter.ts';
import { type Fault, plant } from './fault.ts';

const { mostEntries } = plainManner.decide;

/** Every limit of section 8, one too few and one too many. */
export const limitFaults: readonly Fault[] = documentedOperations.flatMap(
  ({ id: operation, batch, lists }) => {
    if (batch !== undefined) {
      return [
        plant({
          id: `${operation}-limit-${batch.limit - 1}`,
          clause: `8/${operation}/at-limit`,
          description: `a batch of ${batch.limit} orders is refused because of its size`,
          rare: true,
          change: limit(operation, batch.limit - 1),
        }),
        plant({
          id: `${operation}-limit-${batch.limit + 1}`,
          clause: `8/${operation}/over-limit`,
          description: `a batch of ${batch.limit + 1} orders is processed`,
          rare: true,
          change: limit(operation, batch.limit + 1),
        }),
      ];
    }
    if (lists === undefined) return [];
    return [
      plant({
        id: `${operation}-${lists.limit + 1}-records`,
        clause: `8/${operation}/answer-limit`,
        description: `records of ${lists.limit + 1} orders are returned`,
        change: onEntries(operation, (entries) => padded(entries, lists.limit + 1)),
      }),
    ];
  },
);

function limit(operation: string, most: number): Change {
  return deciding({ mostEntries: (one) => (one === operation ? most : mostEntries(one)) });
}

/** Fills a list up with records that differ in their identifiers. */
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

function faultsOf(operation: DocumentedOperationId, status: string, limit: number): Fault[] {
  return [
    plant({
      id: `${operation}-entry-lost`,
      clause: one,
      description: 'the last order has no result entry',
      change: onEntries(operation, (entries) => entries.slice(0, -1)),
    }),
    plant({
      id: `${operation}-entry-doubled`,
      clause: one,
      description: 'the first order has two result entries',
      change: onEntries(operation, (entries) => [...entries, ...entries.slice(0, 1)]),
    }),
    plant({
      id: `${operation}-entry-foreign`,
      clause: '2.9/order_no/identity',
      description: 'one more result entry is about an order that was not sent',
      change: onEntries(operation, (entries) => [
        ...entries,
        ...entries
          .slice(0, 1)
          .map((entry) => ({ ...entry, order_no: 'NOT-SENT', transaction_id: 'T0000000FK0000000F' })),
      ]),
    }),
    plant({
      id: `${operation}-entries-swapped`,
      clause: '2.9/transaction_id/identity',
      description: 'neighbours of a batch have exchanged their order_no',
      change: onEntries(operation, swapOrderNumbers),
    }),
    plant({
      id: `${operation}-over-limit-cut`,
      clause: one,
      description: `a batch of ${limit + 1} orders is accepted, and ${limit} of them are answered`,
      rare: true,
      change: allOf(
        deciding({ mostEntries: () => Number.POSITIVE_INFINITY }),
        onEntries(operation, (entries) => entries.slice(0, limit)),
      ),
    }),
    plant({
      id: `${operation}-success-not-1`,
      clause: '7.1/success',
      description: 'every entry succeeded, and return_status is 0',
      change: onAnswer(operation, (value) => ({ ...value, return_status: '0' })),
    }),
    plant({
      id: `${operation}-success-not-ok`,
      clause: '7.1/success',
      verdict: 'warn',
      description: 'return_status is 1, and return_message is not OK',
      change: onAnswer(operation, (value) =>
        value.return_status === '1' ? { ...value, return_message: 'SUCCESS' } : value,
      ),
    }),
    plant({
      id: `${operation}-status-as-boolean`,
      clause: '2.9/entry-values/string',
      description: `${status} is true or false`,
      change: onEntries(operation, (entries) =>
        entries.map((entry) => ({ ...entry, [status]: entry[status] === '1' })),
      ),
    }),
    plant({
      id: `${operation}-extra-number`,
      clause: '2.9/undocumented/string',
      description: 'a result entry has an undocumented member that is a number',
      change: onEntries(operation, (entries) =>
        entries.map((entry, index) => ({ ...entry, line: index + 1 })),
      ),
    }),
  ];
}

function swapOrderNumbers(entries: readonly JsonObject[]): readonly JsonObject[] {
  return entries.map((entry, index) => {
    const other = entries[index % 2 === 0 ? index + 1 : index - 1];
    return other?.order_no === undefined ? entry : { ...entry, order_no: other.order_no };
  });
}

/** Deviations that every batch operation can show: entries lost, doubled, foreign, mixed up, and success in the wrong words. */
export const batchFaults: readonly Fault[] = documentedOperations.flatMap(({ id, batch }) =>
  batch === undefined ? [] : faultsOf(id, batch.status, batch.limit),
);
