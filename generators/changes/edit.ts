import { changeAt, isObject, pathOf, type Step, valueAt } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

/** A changed body and the path of the change, for example `refund_orders[1].amount`. */
export interface Edit {
  readonly body: JsonObject;
  readonly at: string;
}

/** What becomes of a value; undefined takes the member away. */
export type Change = (value: JsonValue) => JsonValue | undefined;

/** Where steps lead in a body, `[]` to the last entry of an array, so that the ones before it stay right; undefined where nothing is there. */
export function placeIn(body: JsonObject, steps: readonly Step[]): readonly Step[] | undefined {
  const place: Step[] = [];
  for (const step of steps) {
    const entries = step === '[]' ? valueAt(body, place) : undefined;
    place.push(Array.isArray(entries) ? entries.length - 1 : step);
  }
  return valueAt(body, place) === undefined ? undefined : place;
}

/** Changes one part of a body and shares the rest; undefined when the body has no such part. */
export function changePart(body: JsonObject, steps: readonly string[], change: Change): Edit | undefined {
  const place = placeIn(body, steps);
  if (place === undefined) return undefined;
  const changed = changeAt(body, place, (value) => (value === undefined ? value : change(value)));
  return isObject(changed) ? { body: changed, at: pathOf(place) } : undefined;
}

/** The part of a body that steps lead to. */
export function partAt(body: JsonObject, steps: readonly string[]): JsonValue | undefined {
  const place = placeIn(body, steps);
  return place === undefined ? undefined : valueAt(body, place);
}
