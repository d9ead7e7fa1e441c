import type { JsonValue } from './types.ts';

/** The JSON type of a value: `string`, `number`, `boolean`, `null`, `array` or `object`. */
export function jsonTypeOf(value: JsonValue | undefined): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
