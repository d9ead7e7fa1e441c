import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import type { FieldValues } from '../context.ts';
import type { Scene } from '../values/scene.ts';

// What has no parent in a request would come without its brothers and sisters.
function put(value: JsonValue | undefined, [name, ...rest]: readonly string[], known: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one) => put(one, [name ?? '', ...rest], known));
  if (name === undefined || !isObject(value)) return value ?? null;
  if (rest.length === 0) return { ...value, [name]: known };
  return value[name] === undefined ? value : { ...value, [name]: put(value[name], rest, known) };
}

function putAll(value: JsonValue, known: FieldValues): JsonValue {
  return Object.entries(known).reduce((made, [name, one]) => put(made, name.split('.'), one), value);
}

/** Puts what the merchant says into a body, or into each entry of a batch; nested values where their parent stands. */
export function putKnown(body: JsonObject, { operation, context, known }: Scene): JsonObject {
  const { batch } = operationOf(operation);
  const { subscription } = body;
  const subscribed =
    context.subscription === undefined || !isObject(subscription)
      ? body
      : { ...body, subscription: { ...subscription, ...context.subscription } };
  if (batch === undefined) return putAll(subscribed, known) as JsonObject;
  return { ...body, [batch.field]: putAll(body[batch.field] ?? [], known) };
}
