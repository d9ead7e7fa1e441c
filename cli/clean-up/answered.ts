import { operationOf } from '../../schemas/operations.ts';
import { entriesOf, entrySucceeded, membersOf, scalarText } from '../../schemas/outcome.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';

/** Names an order as a batch answer has to name it. */
export function answeredKey({
  transaction_id,
  order_no,
}: {
  readonly transaction_id?: unknown;
  readonly order_no?: unknown;
}): string {
  return JSON.stringify([String(transaction_id ?? ''), String(order_no ?? '')]);
}

/** What a batch answer says of each order. */
export function answeredEntries(
  { judgement }: JudgedExchange,
  id: DocumentedOperationId,
): ReadonlyMap<string, { readonly succeeded: boolean; readonly text: string }> {
  const operation = operationOf(id);
  const members = membersOf(operation, judgement.answer ?? {});
  return new Map(
    entriesOf(operation, members).map((entry) => [
      answeredKey(entry),
      {
        succeeded: entrySucceeded(operation, entry),
        text: scalarText(entry[operation.batch?.message ?? '']) ?? '',
      },
    ]),
  );
}
