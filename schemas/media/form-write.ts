import type { JsonObject, JsonValue } from '../types.ts';
import { encodeJson } from './json-write.ts';
import { limits } from './limits.ts';

/** How objects and arrays are written in a form: as JSON text under one name, or as names in brackets (`a[b][0]`). */
export type NestedForm = 'json' | 'brackets';

/** How a form is written when it matters; every style reads back as the same fields. */
export interface FormStyle {
  /** Writes every character of all names, or of all values, as a percent escape. */
  readonly escaped?: 'names' | 'values';
  /** Writes the brackets in names as they are. */
  readonly brackets?: 'plain';
  /** Writes a blank as `%20` and not as a plus sign. */
  readonly blanks?: 'escaped';
  /** Writes the digits of percent escapes in small letters. */
  readonly digits?: 'small';
}

/** Writes an object as a form body; texts, numbers and booleans as they print, null as nothing. */
export function encodeForm(value: JsonObject, nested: NestedForm, style: FormStyle = {}): string {
  const fields = Object.entries(value).flatMap(([name, member]) => [
    ...writtenFields(name, member, nested, 0),
  ]);
  return fields.map(([name, text]) => `${nameText(name, style)}=${valueText(text, style)}`).join('&');
}

function* writtenFields(
  name: string,
  value: JsonValue,
  nested: NestedForm,
  level: number,
): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) {
    yield [name, value === null ? '' : String(value)];
    return;
  }
  const entries = Object.entries(value);
  // Brackets cannot show an object or array without members, so that one is JSON text in both ways.
  if (nested === 'json' || entries.length === 0 || level >= limits.depth) {
    yield [name, encodeJson(value)];
    return;
  }
  for (const [step, member] of entries) yield* writtenFields(`${name}[${step}]`, member, nested, level + 1);
}

function nameText(name: string, { escaped, brackets, ...style }: FormStyle): string {
  if (escaped === 'names') return escapedBytes(name);
  const text = fieldText(name, style);
  return brackets === 'plain' ? text.replaceAll('%5B', '[').replaceAll('%5D', ']') : text;
}

function valueText(value: string, { escaped, ...style }: FormStyle): string {
  return escaped === 'values' ? escapedBytes(value) : fieldText(value, style);
}

// As browsers write forms.
function fieldText(text: string, { blanks, digits }: FormStyle): string {
  const written = new URLSearchParams([['', text]]).toString().slice(1);
  const spaced = blanks === 'escaped' ? written.replaceAll('+', '%20') : written;
  return digits === 'small' ? spaced.replaceAll(/%../g, (one) => one.toLowerCase()) : spaced;
}

function escapedBytes(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, '%$&');
}
