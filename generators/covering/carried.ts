import { changeAt, isObject, type Step, valueAt } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
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

function placeOf(body: JsonObject, steps: readonly Step[]): readonly Step[] {
  const place: Step[] = [];
  for (const step of steps) {
    const entries = step === '[]' ? valueAt(body, place) : undefined;
    place.push(Array.isArray(entries) ? entries.length - 1 : step);
  }
  return place;
}

/** Puts carried values into a body, one after the other, and shares what none of them changes. */
export function carryAll(
  body: JsonObject,
  all: readonly Carried[],
  at: number,
  own: string,
  salt: number,
): JsonObject {
  // One copy for all of them: a payment has a hundred members.
  const made = { ...body };
  for (const { steps, ...carried } of all) {
    const [name, ...rest] = steps;
    const member = typeof name === 'string' && Object.hasOwn(made, name) ? made[name] : undefined;
    if (typeof name !== 'string' || member === undefined) continue;
    const changed = carry({ [name]: member }, { ...carried, steps: [name, ...rest] }, at, own, salt)[name];
    if (changed === undefined) delete made[name];
    else made[name] = changed;
  }
  return made;
}

/** Puts one carried value into a body; a body without the place stays as it is. */
export function carry(body: JsonObject, carried: Carried, at: number, own: string, salt: number): JsonObject {
  const place = placeOf(body, carried.steps);
  if (valueAt(body, place) === undefined) return body;
  const turn = carried.turn ?? at;
  const draw = drawOf(turn, own, salt, carried.drawnFrom, turn);
  const changed = changeAt(body, place, (value) =>
    value === undefined ? value : carried.change(value, draw),
  );
  return isObject(changed) ? changed : body;
}
