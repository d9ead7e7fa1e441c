import { requestSchema } from '../../schemas/contract.ts';
import { isObject, listOf } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { MakeContext } from '../context.ts';
import { fieldsOf } from '../fields.ts';
import { unknownOrders } from '../orders.ts';
import { shapeNameOf } from '../values/shape-name.ts';
import { carry } from './carried.ts';
import { whyHeld } from './held-fields.ts';

/** Members of a batch that name an order that nobody has, with a text in its number. */
function namingNobody(entry: JsonObject, text: string, context: MakeContext): JsonObject {
  const [nobody] = unknownOrders(1, 0, context);
  return nobody === undefined ? entry : { ...entry, ...nobody, order_no: `${text} ${nobody.order_no}` };
}

/**
 * The body with a text in a field that may have any text: in the first field of free text, or in the number of one more
 * order, which nobody has; undefined where an operation has neither.
 */
export function withText(
  operation: DocumentedOperationId,
  context: MakeContext,
  body: JsonObject,
  text: string,
): JsonObject | undefined {
  const { batch } = operationOf(operation);
  const held = whyHeld(operation, context);
  const free = fieldsOf(requestSchema(operation), batch?.field).find(
    ({ schema, label }) => shapeNameOf(schema) === 'freeText' && held(label) === undefined,
  );
  if (free !== undefined) {
    const { steps } = free;
    const changed = carry(
      body,
      { field: free.label, class: 'text', steps, change: () => text, drawnFrom: '' },
      0,
      '',
      0,
    );
    return changed === body ? undefined : changed;
  }
  const [entry] = listOf(body[batch?.field ?? '']);
  if (batch === undefined || !isObject(entry)) return undefined;
  return { ...body, [batch.field]: [entry, namingNobody(entry, text, context)] };
}
