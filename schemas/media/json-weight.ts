import type { JsonValue } from '../types.ts';
import { limits } from './limits.ts';

/** What a value tells of the JSON text that it was read from. */
export interface JsonWeight {
  /** Characters of the shortest text without exponents that says the value; no text of it is shorter. */
  length: number;
  names: number;
  commas: number;
  hasNumbers: boolean;
  /** Whether a number is one that common readers cannot hold exactly. */
  hasInexact: boolean;
  isTooDeep: boolean;
}

/**
 * Weighs a value in one walk. A text without exponents that is as long as its value weighs holds no blanks, no escapes and
 * no name twice: each would make it longer.
 */
export function weighJson(value: JsonValue): JsonWeight {
  const weight: JsonWeight = {
    length: 0,
    names: 0,
    commas: 0,
    hasNumbers: false,
    hasInexact: false,
    isTooDeep: false,
  };
  add(value, 0, weight);
  return weight;
}

function add(value: JsonValue, level: number, weight: JsonWeight): void {
  if (typeof value === 'string') {
    weight.length += value.length + 2;
  } else if (typeof value === 'number') {
    weight.hasNumbers = true;
    weight.length += String(value).length;
    if (isInexact(value)) weight.hasInexact = true;
  } else if (typeof value !== 'object' || value === null) {
    weight.length += value === false ? 5 : 4;
  } else if (level >= limits.depth) {
    weight.isTooDeep = true;
  } else if (Array.isArray(value)) {
    const commas = Math.max(0, value.length - 1);
    weight.commas += commas;
    weight.length += 2 + commas;
    for (const entry of value) add(entry, level + 1, weight);
  } else {
    const names = Object.keys(value);
    const commas = Math.max(0, names.length - 1);
    weight.names += names.length;
    weight.commas += commas;
    weight.length += 2 + commas + 3 * names.length;
    for (const name of names) {
      weight.length += name.length;
      add(value[name] as JsonValue, level + 1, weight);
    }
  }
}

/** Tells a number that common JSON readers cannot hold exactly. */
export function isInexact(value: JsonValue): boolean {
  return (
    typeof value === 'number' &&
    (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  );
}
