import { hash } from 'node:crypto';
import type { JsonValue } from '../../../schemas/types.ts';

/** What a class makes a value from. */
export interface Draw {
  /** Number of the request that carries the value; the index into lists of codes. */
  readonly at: number;
  /** A text unique to the request, from which single-use values are made. */
  readonly own: string;
  /** One of several values. */
  pick<Value>(values: readonly Value[]): Value;
  /** A number of `count` digits that does not begin with zero. */
  digits(count: number): string;
  /** A word of `length` letters, `a` to `z`. */
  word(length: number): string;
}

/** One kind of value of a field, and how to make it. */
export interface ValueClass {
  /** Stable name, which completes "refuses … in note". */
  readonly id: string;
  /** Description of these values. */
  readonly sentence: string;
  readonly make: (draw: Draw) => JsonValue;
  /** Why the target does not allow such a value; absent if it does. */
  readonly forbidden?: string;
}

/** Creates a class of values. */
export function valueClass(id: string, sentence: string, make: ValueClass['make']): ValueClass {
  return { id, sentence, make };
}

/** A draw that depends on the words alone: equal words give equal values. */
export function drawOf(at: number, own: string, ...words: readonly (string | number)[]): Draw {
  const bytes = hash('sha512', words.join('\u0000'), 'buffer');
  let next = 0;
  const byte = () => bytes[next++ % bytes.length] ?? 0;
  return {
    at,
    own,
    pick(values) {
      const [first] = values;
      const picked = values[(byte() * 256 + byte()) % values.length] ?? first;
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    digits: (count) =>
      Array.from({ length: count }, (_none, at) => (at === 0 ? 1 + (byte() % 9) : byte() % 10)).join(''),
    word: (length) => String.fromCharCode(...Array.from({ length }, () => 97 + (byte() % 26))),
  };
}
