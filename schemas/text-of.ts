import type { JsonValue } from './types.ts';

const longest = 120;

/** Writes a value with its JSON type, as in `12.34 (number)`, in at most 120 characters; `none` when there is none. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'none';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'} (array)`;
  if (typeof value === 'object') return withType(listNames(value), 'object');
  // Cut before quoting: a hostile text may be megabytes long.
  return withType(
    typeof value === 'string' ? JSON.stringify(value.slice(0, longest)) : String(value),
    typeof value,
  );
}

function listNames(value: { [name: string]: JsonValue }): string {
  const names = Object.keys(value);
  return names.length === 0
    ? '{}'
    : `{ ${names.slice(0, 8).join(', ').slice(0, longest)}${names.length > 8 ? ', …' : ''} }`;
}

function withType(text: string, type: string): string {
  const room = longest - type.length - 3;
  return `${text.length > room ? `${text.slice(0, room - 1)}…` : text} (${type})`;
}

/** The JSON type of a value: `string`, `number`, `boolean`, `null`, `array` or `object`. */
export function jsonTypeOf(value: JsonValue | undefined): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
