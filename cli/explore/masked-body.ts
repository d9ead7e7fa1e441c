import { redactValue } from '../../reports/redact.ts';
import { isObject, leavesOf } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

/** Calls back for every leaf of a value with its path, as in `a.b[0].c`, and rebuilds the value from the results. */
function mapLeaves(
  value: JsonValue,
  change: (leaf: JsonValue, path: string) => JsonValue,
  path = '',
): JsonValue {
  if (Array.isArray(value)) return value.map((entry, at) => mapLeaves(entry, change, `${path}[${at}]`));
  if (!isObject(value)) return change(value, path);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapLeaves(member, change, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

/** A path without the numbers of entries: `refund_orders[3].amount` becomes `refund_orders[].amount`. */
export function pathOfField(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

/** A body as it may be shown. */
export function maskBody(body: JsonObject): JsonObject {
  return redactValue(body) as JsonObject;
}

/** Puts the secrets of a body back into its masked text where that was left as it was shown; what was edited stays. */
export function unmaskBody(edited: JsonObject, original: JsonObject): JsonObject {
  const real = new Map<string, JsonValue>(leavesOf(original));
  const exact = new Map<string, JsonValue>();
  // An entry that moved is still known by its field and mask.
  const moved = new Map<string, JsonValue>();
  for (const [path, mask] of leavesOf(maskBody(original))) {
    const value = real.get(path);
    if (value === undefined || value === mask) continue;
    exact.set(`${path}\n${JSON.stringify(mask)}`, value);
    moved.set(`${pathOfField(path)}\n${JSON.stringify(mask)}`, value);
  }
  return mapLeaves(edited, (leaf, path) => {
    const text = JSON.stringify(leaf);
    return exact.get(`${path}\n${text}`) ?? moved.get(`${pathOfField(path)}\n${text}`) ?? leaf;
  }) as JsonObject;
}
