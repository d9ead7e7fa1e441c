import { changeAt, type Step } from '../../../schemas/json.ts';
import type { JsonValue } from '../../../schemas/types.ts';

/** Steps into a value; `[]` stands for every entry of an array. */
export type Place = readonly Step[];

/** A copy of a value in which one place was changed; undefined takes the member away. */
export function changed(
  value: JsonValue,
  place: Place,
  change: (old: JsonValue | undefined) => JsonValue | undefined,
): JsonValue {
  return changeAt(value, place, change) ?? null;
}

/** A copy without one place. */
export function without(value: JsonValue, place: Place): JsonValue {
  return changed(value, place, () => undefined);
}

/** A copy with another value at one place. */
export function withValue(value: JsonValue, place: Place, fresh: JsonValue): JsonValue {
  return changed(value, place, () => fresh);
}
