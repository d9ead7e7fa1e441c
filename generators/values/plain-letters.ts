import { isObject } from '../../schemas/json.ts';
import type { JsonValue } from '../../schemas/types.ts';

/** Minimum length of a text that is kept after its other letters are removed, in characters. */
const shortest = 3;

// Values that the merchant, the run or the target gives stay as they are.
const kept: ReadonlySet<string> = new Set([
  'merchant_id',
  'account_id',
  'order_no',
  'notify_url',
  'return_url',
]);

/** Returns the value in plain ASCII: accents are removed, and texts in other scripts become a word. */
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
