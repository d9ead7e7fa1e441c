import type { JsonObject, JsonValue } from '../../../schemas/types.ts';

/** Steps into a value; `*` stands for every entry of an array. */
export type Place = readonly (string | number)[];

/** A copy of a value in which one place was changed; undefined takes the member away. */
export function changed(
  value: JsonValue,
  place: Place,
  change: (old: JsonValue | undefined) => JsonValue | undefined,
): JsonValue {
  const [step, ...rest] = place;
  if (step === undefined) return change(value) ?? null;
  if (Array.isArray(value)) {
    return value.map((entry, index) =>
      step === '*' || step === index ? changed(entry, rest, change) : entry,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  if (rest.length > 0) {
    const member = value[String(step)];
    return member === undefined ? value : { ...value, [step]: changed(member, rest, change) };
  }
  const { [String(step)]: old, ...others } = value as JsonObject;
  const fresh = change(old);
  return fresh === undefined ? others : { ...value, [step]: fresh };
}

/** A copy without one place. */
export function without(value: JsonValue, place: Place): JsonValue {
  return changed(value, place, () => undefined);
}

/** A copy with another value at one place. */
export function withValue(value: JsonValue, place: Place, fresh: JsonValue): JsonValue {
  return changed(value, place, () => fresh);
}
