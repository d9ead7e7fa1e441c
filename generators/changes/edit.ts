import { changeAt, isObject, pathOf, type Step, valueAt } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

/** A changed body and the path of the change, for example `refund_orders[1].amount`. */
export interface Edit {
  readonly body: JsonObject;
  readonly at: string;
}

/** Returns the new value of a member; undefined removes the member. */
export type Change = (value: JsonValue) => JsonValue | undefined;

/** Resolves steps in a body, `[]` to the last entry of an array; undefined if the body has no such part. */
export function placeIn(body: JsonObject, steps: readonly Step[]): readonly Step[] | undefined {
  const place: Step[] = [];
  for (const step of steps) {
    const entries = step === '[]' ? valueAt(body, place) : undefined;
    place.push(Array.isArray(entries) ? entries.length - 1 : step);
  }
  return valueAt(body, place) === undefined ? undefined : place;
}

/** Changes one part of a body without mutating it; undefined if the body has no such part. */
export function changePart(body: JsonObject, steps: readonly string[], change: Change): Edit | undefined {
  const place = placeIn(body, steps);
  if (place === undefined) return undefined;
  const changed = changeAt(body, place, (value) => (value === undefined ? value : change(value)));
  return isObject(changed) ? { body: changed, at: pathOf(place) } : undefined;
}

/** The value at the steps in a body; undefined if the body has no such part. */
export function partAt(body: JsonObject, steps: readonly string[]): JsonValue | undefined {
  const place = placeIn(body, steps);
  return place === undefined ? undefined : valueAt(body, place);
}
