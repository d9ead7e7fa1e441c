import { operationOf } from '../../schemas/operations.ts';
import { entriesOf, entrySucceeded, membersOf, scalarText } from '../../schemas/outcome.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';

/** What a batch answer says of each transaction. */
export function answeredEntries(
  { judgement }: JudgedExchange,
  id: DocumentedOperationId,
): ReadonlyMap<string, { readonly succeeded: boolean; readonly text: string }> {
  const operation = operationOf(id);
  const members = membersOf(operation, judgement.answer ?? {});
  return new Map(
    entriesOf(operation, members).map((entry) => [
      scalarText(entry.transaction_id) ?? '',
      {
        succeeded: entrySucceeded(operation, entry),
        text: scalarText(entry[operation.batch?.message ?? '']) ?? '',
      },
    ]),
  );
}
