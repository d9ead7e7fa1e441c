import { hash } from 'node:crypto';
import type { JsonValue } from '../../../schemas/types.ts';

/** What a class of values makes one of its values from. */
export interface Draw {
  /** Number of the request that carries the value: lists of codes are gone through in its order. */
  readonly at: number;
  /** A text that is this one request's alone: what may be used once is made from it. */
  readonly own: string;
  /** One of several values. */
  pick<Value>(values: readonly Value[]): Value;
  /** So many digits, the first of them not zero. */
  digits(count: number): string;
  /** Letters `a` to `z`. */
  word(length: number): string;
}

/** One kind of value that a field may have, and how to make such a value. */
export interface ValueClass {
  /** Stable name, which completes "refuses … in note". */
  readonly id: string;
  /** What is special about these values. */
  readonly sentence: string;
  readonly make: (draw: Draw) => JsonValue;
  /** Why the target does not let such a value be sent; absent where it does. */
  readonly forbidden?: string;
}

/** Describes a class of values. */
export function valueClass(id: string, sentence: string, make: ValueClass['make']): ValueClass {
  return { id, sentence, make };
}

/** The draw that depends on words alone: equal words, equal values. */
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
