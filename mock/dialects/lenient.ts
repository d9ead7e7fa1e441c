import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { deciding } from '../manner.ts';
import type { Dialect } from './dialect.ts';

// An APM payment with invalid input has a refusal (7.6), and of what is no entry at all nothing can be taken as it is.
function mayBeTaken(operation: DocumentedOperationId, request: JsonObject): boolean {
  const { batch } = operationOf(operation);
  if (batch === undefined) return operation !== 'apm-payment';
  const entries = request[batch.field];
  return Array.isArray(entries) && entries.every(isObject);
}

/** Requests that the document does not allow are taken, and what was sent comes back. */
export const lenient: Dialect = {
  name: 'lenient',
  reason:
    '2.14 shows neither which fields are required nor their formats, and 7.8 shows no refusal: input may be taken as it is.',
  declares: { warns: [] },
  change: deciding({ checksSchema: (operation, request) => !mayBeTaken(operation, request) }),
};
