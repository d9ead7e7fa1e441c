import { secretClassOf } from '../schemas/contract.ts';
import type { JsonValue } from '../schemas/types.ts';

const longest = 2_000;

/** Copies a value for people to read: fields that carry secrets show their class only, long texts their start. */
export function maskValue(value: JsonValue, name = ''): JsonValue {
  const secret = name === '' ? undefined : secretClassOf(name);
  if (secret !== undefined && value !== null && value !== '') return `(${secret})`;
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.slice(0, 3).map((entry) => maskValue(entry, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [maskText(member), maskValue(inner, member)]),
  );
}

/** Hides every run of digits in a text that could be a card number. */
export function maskText(text: string): string {
  return text.slice(0, longest).replace(/(?:[0-9][ -]?){11,}[0-9]/g, '(digits)');
}
