import { requestSchema } from '../schemas/contract.ts';
import { operationOf } from '../schemas/operations.ts';
import { placesOf } from '../schemas/schema-places.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';

/** The schemas of the values that an operation's request documents, by name, dotted as a target file writes them; a batch names the fields of its entries. */
function documentedValues(operation: DocumentedOperationId): readonly (readonly [string, JsonObject])[] {
  const { batch } = operationOf(operation);
  return placesOf(requestSchema(operation))
    .filter(({ schema }) => schema.properties === undefined && schema.type !== 'array')
    .map(({ steps, schema }) => {
      const own = batch !== undefined && steps[0] === batch.field ? steps.slice(2) : steps;
      return [own.filter((step) => step !== '[]').join('.'), schema] as const;
    })
    .filter(([name]) => name !== '');
}

/** Names of the values that an operation's request documents, dotted as a target file writes them; a batch names the fields of its entries. */
export function documentedNames(operation: DocumentedOperationId): readonly string[] {
  return documentedValues(operation).map(([name]) => name);
}

/** The type that an operation documents for a value, where the given one has another; undefined where it fits or nothing is said. */
export function otherTypeOf(
  operation: DocumentedOperationId,
  name: string,
  value: JsonValue,
): string | undefined {
  const type = documentedValues(operation).find(([own]) => own === name)?.[1].type;
  if (typeof type !== 'string') return undefined;
  const fits = type === 'integer' ? Number.isInteger(value) : typeof value === type;
  return fits ? undefined : type;
}
