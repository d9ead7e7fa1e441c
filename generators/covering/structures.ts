import type { JsonValue } from '../../schemas/types.ts';
import type { Field } from '../fields.ts';

/** A class of an object or an array: absent, empty, or of a certain size. */
export interface Structure {
  readonly id: string;
  readonly sentence: string;
  readonly of: Field['kind'];
  readonly change: (value: JsonValue) => JsonValue | undefined;
}

function sized(count: number): Structure['change'] {
  return (value) =>
    Array.isArray(value) && value.length > 0
      ? Array.from({ length: count }, (_none, at) => value[at % value.length] as JsonValue)
      : value;
}

/** Classes without content: members inside cannot be carried in the same request. */
export const emptyStructures: readonly Structure[] = [
  { id: 'absent', sentence: 'The object is left out.', of: 'object', change: () => undefined },
  { id: 'absent', sentence: 'The array is left out.', of: 'array', change: () => undefined },
  { id: 'empty', sentence: 'The object has no members.', of: 'object', change: () => ({}) },
  { id: 'empty', sentence: 'The array has no entries.', of: 'array', change: () => [] },
];

/** Sizes of an array. */
export const sizes: readonly Structure[] = [
  { id: 'one-entry', sentence: 'An array of one entry.', of: 'array', change: sized(1) },
  { id: 'two-entries', sentence: 'An array of two entries.', of: 'array', change: sized(2) },
  { id: 'seven-entries', sentence: 'An array of many entries.', of: 'array', change: sized(7) },
];
