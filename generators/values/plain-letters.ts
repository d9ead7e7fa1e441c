import { isObject } from '../../schemas/json.ts';
import type { JsonValue } from '../../schemas/types.ts';

/** Shortest text that still says something once its other letters are gone. */
const shortest = 3;

// What merchant, run and target say stays as it is.
const kept: ReadonlySet<string> = new Set([
  'merchant_id',
  'account_id',
  'order_no',
  'notify_url',
  'return_url',
]);

/** A value whose texts are plain ASCII: letters lose their accents, and what is left of other scripts becomes a word. */
export function plainLetters(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    if (!/[^ -~]/.test(value)) return value;
    const plain = value
      .normalize('NFD')
      .replaceAll(/[^ -~]/g, '')
      .trim();
    return plain.length < shortest ? 'Example' : plain;
  }
  if (Array.isArray(value)) return value.map(plainLetters);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, kept.has(name) ? member : plainLetters(member)]),
  );
}
