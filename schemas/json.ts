import type { JsonObject, JsonValue } from './types.ts';

/** Tells whether a JSON value is an object: not null, not an array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
