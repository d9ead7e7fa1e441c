import { documentedOperations } from '../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { type Change, deciding } from '../manner.ts';
import { plainManner } from '../plain.ts';
import { onEntries } from './alter.ts';
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
