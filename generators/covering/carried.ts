import { changeAt, isObject, type Step } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { placeIn } from '../changes/edit.ts';
import { type Draw, drawOf } from '../values/classes/value-class.ts';

/** A field of an operation and one class of its values. */
export interface Pair {
  /** Dotted name, without the array of a batch. */
  readonly field: string;
  /** Name of the class. */
  readonly class: string;
}

/** A pair as one request carries it. */
export interface Carried extends Pair {
  /** Where in the body; `[]` is the last entry of an array. */
  readonly steps: readonly Step[];
  /** The value in the place of the plain one; undefined takes the member away. */
  readonly change: (value: JsonValue, draw: Draw) => JsonValue | undefined;
  /** Number that lists of codes are gone through in; that of the request without it. */
  readonly turn?: number;
  /** Words that the value is drawn from: equal words, equal values. */
  readonly drawnFrom: string;
  /** True for a text that the field does not mean, which a service may well refuse. */
  readonly isBeyond?: true;
}

/** Puts carried values into a body, one after the other. */
export function carryAll(
  body: JsonObject,
  all: readonly Carried[],
  at: number,
  own: string,
  salt: number,
): JsonObject {
  return all.reduce((made, carried) => carry(made, carried, at, own, salt), body);
}

/** Puts one carried value into a body; a body without the place stays as it is. */
export function carry(body: JsonObject, carried: Carried, at: number, own: string, salt: number): JsonObject {
  const place = placeIn(body, carried.steps);
  if (place === undefined) return body;
  const turn = carried.turn ?? at;
  const draw = drawOf(turn, own, salt, carried.drawnFrom, turn);
  const changed = changeAt(body, place, (value) =>
    value === undefined ? value : carried.change(value, draw),
  );
  return isObject(changed) ? changed : body;
}
