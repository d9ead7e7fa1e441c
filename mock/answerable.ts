import { operationOf } from '../schemas/operations.ts';
import { table } from '../schemas/table.ts';
import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';

/** Shapes that come back in answers and that the samples show throughout: the endpoint takes no others. */
const shapes: Readonly<Record<string, readonly [RegExp, string]>> = table({
  amount: [/^[0-9]+\.[0-9]{2}$/, 'a decimal with two fraction digits'],
  refund_amount: [/^[0-9]+\.[0-9]{2}$/, 'a decimal with two fraction digits'],
  currency: [/^[A-Za-z]{3}$/, 'a 3-letter code'],
});

/** Says which amount or currency of an order operation could not be answered in the shape of the samples (1.1, 2.2, 2.9). */
export function unanswerable(operation: DocumentedOperationId, request: JsonObject): string | undefined {
  const { batch, family } = operationOf(operation);
  if (batch === undefined) return family === 'payment' ? firstMisfit(request, '') : undefined;
  const entries = request[batch.field];
  if (!Array.isArray(entries)) return undefined;
  for (const [index, entry] of entries.entries()) {
    const misfit = firstMisfit(entry as JsonObject, `${batch.field}[${index}].`);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function firstMisfit(value: JsonObject, path: string): string | undefined {
  for (const [name, [shape, words]] of Object.entries(shapes)) {
    const text = value[name];
    if (typeof text === 'string' && !shape.test(text)) return `${path}${name} is not ${words}`;
  }
  return undefined;
}
