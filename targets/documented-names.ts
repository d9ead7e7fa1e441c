import { requestSchema } from '../schemas/contract.ts';
import { operationOf } from '../schemas/operations.ts';
import { placesOf } from '../schemas/schema-places.ts';
import type { DocumentedOperationId } from '../schemas/types.ts';

/** Names of the values that an operation's request documents, dotted as a target file writes them; a batch names the fields of its entries. */
export function documentedNames(operation: DocumentedOperationId): readonly string[] {
  const { batch } = operationOf(operation);
  return placesOf(requestSchema(operation))
    .filter(({ schema }) => schema.properties === undefined && schema.type !== 'array')
    .map(({ steps }) => (batch !== undefined && steps[0] === batch.field ? steps.slice(2) : steps))
    .map((steps) => steps.filter((step) => step !== '[]').join('.'))
    .filter((name) => name !== '');
}
