import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

const names = ['transaction_id', 'order_no'] as const;

/** The index of the entry that was shown with the order or transaction of an edited one; its own index without one. */
function indexOf(entry: JsonValue, at: number, shown: readonly JsonValue[]): number {
  const isAlike = (other: JsonValue | undefined) =>
    isObject(entry) &&
    isObject(other) &&
    names.some(
      (name) => typeof entry[name] === 'string' && entry[name] !== '' && entry[name] === other[name],
    );
  if (isAlike(shown[at])) return at;
  const found = shown.findIndex(isAlike);
  return found === -1 ? at : found;
}

function rebound(edited: JsonValue, shown: JsonValue | undefined, bound: JsonValue | undefined): JsonValue {
  if (shown === undefined || bound === undefined) return edited;
  if (isDeepStrictEqual(edited, shown)) return bound;
  if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(bound))
    return edited.map((entry, at) => {
      const from = indexOf(entry, at, shown);
      return rebound(entry, shown[from], bound[from]);
    });
  if (isObject(edited) && isObject(shown) && isObject(bound)) return rebind(edited, shown, bound);
  return edited;
}

/** Returns an edited body with the values that were shown replaced by those of the orders paid since; edits stay. */
export function rebind(edited: JsonObject, shown: JsonObject, bound: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(edited).map(([name, value]) => [
      name,
      Object.hasOwn(shown, name) ? rebound(value, shown[name], bound[name]) : value,
    ]),
  );
}
