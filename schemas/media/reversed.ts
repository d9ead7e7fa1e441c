import type { JsonValue } from '../types.ts';

/** The value with the members of every object in the opposite order; entries of arrays keep theirs. */
export function reversed<Value extends JsonValue>(value: Value): Value;
export function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => reversed(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, entry]) => [name, reversed(entry)]),
  );
}
