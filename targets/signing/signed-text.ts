import type { JsonValue } from '../../schemas/types.ts';

/** A field's value as text to sign: nested values as JSON text, absent and null as nothing. */
export function signedText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
