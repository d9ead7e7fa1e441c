import { isDeepStrictEqual } from 'node:util';
import { redactValue } from '../../reports/redact.ts';
import { isObject } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

const names = ['transaction_id', 'order_no'] as const;

/** The index of the entry that an edited one was: unchanged, or of the same order; its own index without one. */
function indexOf(entry: JsonValue, at: number, shown: readonly JsonValue[]): number {
  const isAlike = (other: JsonValue | undefined) =>
    isDeepStrictEqual(entry, other) ||
    (isObject(entry) &&
      isObject(other) &&
      names.some(
        (name) => typeof entry[name] === 'string' && entry[name] !== '' && entry[name] === other[name],
      ));
  if (isAlike(shown[at])) return at;
  const found = shown.findIndex(isAlike);
  return found === -1 ? at : found;
}

function rebound(edited: JsonValue, shown: JsonValue | undefined, meant: JsonValue | undefined): JsonValue {
  if (shown === undefined || meant === undefined) return edited;
  if (isDeepStrictEqual(edited, shown)) return meant;
  if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(meant))
    return edited.map((entry, at) => {
      const from = indexOf(entry, at, shown);
      return rebound(entry, shown[from], meant[from]);
    });
  if (isObject(edited) && isObject(shown) && isObject(meant)) return rebind(edited, shown, meant);
  return edited;
}

/** Returns an edited body with each value that is as it was shown replaced by the one that is meant; edits stay. */
export function rebind(edited: JsonObject, shown: JsonObject, meant: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(edited).map(([name, value]) => [
      name,
      Object.hasOwn(shown, name) ? rebound(value, shown[name], meant[name]) : value,
    ]),
  );
}

/** Returns a masked body. */
export function maskBody(body: JsonObject): JsonObject {
  return redactValue(body) as JsonObject;
}

/** Puts the secrets back into an edited masked body wherever the mask is unchanged. */
export function unmaskBody(edited: JsonObject, original: JsonObject): JsonObject {
  return rebind(edited, maskBody(original), original);
}
