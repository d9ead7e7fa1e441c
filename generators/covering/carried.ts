import { changeAt, isObject, type Step } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { placeIn } from '../changes/edit.ts';
import { type Draw, drawOf } from '../values/classes/value-class.ts';

/** A field of an operation and one class of its values. */
export interface Pair {
  /** Dotted name, without the array of the batch. */
  readonly field: string;
  /** Name of the class. */
  readonly class: string;
}

/** A pair in a request: where its value goes and how it is made. */
export interface Carried extends Pair {
  /** The place in the body; `[]` is the last entry of an array. */
  readonly steps: readonly Step[];
  /** Returns the value that replaces the plain one; undefined removes the member. */
  readonly change: (value: JsonValue, draw: Draw) => JsonValue | undefined;
  /** Index into lists of codes; by default the number of the request. */
  readonly turn?: number;
  /** Seed words of the value: equal words give equal values. */
  readonly drawnFrom: string;
  /** True for a text outside the meaning of the field, which a service may refuse. */
  readonly isBeyond?: true;
}

/** Puts carried values into a body, one after another. */
export function carryAll(
  body: JsonObject,
  all: readonly Carried[],
  at: number,
  own: string,
  salt: number,
): JsonObject {
  return all.reduce((made, carried) => carry(made, carried, at, own, salt), body);
}

/** Puts one carried value into a body; a body without the place is returned unchanged. */
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
