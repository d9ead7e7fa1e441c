import { redactValue } from '../../reports/redact.ts';
import { anyEntry, isObject, leavesOf } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

/** Returns a masked body. */
export function maskBody(body: JsonObject): JsonObject {
  return redactValue(body) as JsonObject;
}

/** Puts the values back behind every mask that an edited body kept, at its place or in another entry of the list. */
export function unmaskBody(edited: JsonObject, original: JsonObject): JsonObject {
  const values = new Map(leavesOf(original));
  const known = new Map<string, JsonValue>();
  for (const [path, mask] of leavesOf(maskBody(original))) {
    const value = values.get(path);
    if (value === undefined || value === mask) continue;
    known.set(`${path} ${mask}`, value);
    known.set(`${anyEntry(path)} ${mask}`, value);
  }
  const unmasked = (value: JsonValue, path: string): JsonValue => {
    if (Array.isArray(value)) return value.map((entry, at) => unmasked(entry, `${path}[${at}]`));
    if (!isObject(value))
      return known.get(`${path} ${value}`) ?? known.get(`${anyEntry(path)} ${value}`) ?? value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        unmasked(member, path === '' ? name : `${path}.${name}`),
      ]),
    );
  };
  return unmasked(edited, '') as JsonObject;
}
