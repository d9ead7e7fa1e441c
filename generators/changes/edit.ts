import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { isObject } from '../schema-view.ts';

/** A changed body and the path of the change, for example `refund_orders[1].amount`. */
export interface Edit {
  readonly body: JsonObject;
  readonly at: string;
}

/** What becomes of a value; undefined takes the member away. */
export type Change = (value: JsonValue) => JsonValue | undefined;

function changeIn(
  value: JsonValue,
  steps: readonly string[],
  change: Change,
): { value: JsonValue | undefined; at: string } | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return { value: change(value), at: '' };
  if (step === '[]') {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    const last = value.length - 1;
    const inner = changeIn(value[last] as JsonValue, rest, change);
    if (inner === undefined) return undefined;
    const kept = value.slice(0, last);
    return { value: inner.value === undefined ? kept : [...kept, inner.value], at: `[${last}]${inner.at}` };
  }
  const member = isObject(value) ? value[step] : undefined;
  if (!isObject(value) || member === undefined) return undefined;
  const inner = changeIn(member, rest, change);
  if (inner === undefined) return undefined;
  const { [step]: _gone, ...others } = value;
  // The spread keeps the member's place among the others.
  return {
    value: inner.value === undefined ? others : { ...value, [step]: inner.value },
    at: `.${step}${inner.at}`,
  };
}

/** Changes one part of a body and shares the rest; undefined when the body has no such part. */
export function changeAt(body: JsonObject, steps: readonly string[], change: Change): Edit | undefined {
  const changed = changeIn(body, steps, change);
  return isObject(changed?.value) ? { body: changed.value, at: changed.at.slice(1) } : undefined;
}

/** The part of a body that steps lead to. */
export function partAt(body: JsonObject, steps: readonly string[]): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>((value, step) => {
    if (step === '[]') return Array.isArray(value) ? value.at(-1) : undefined;
    return isObject(value) ? value[step] : undefined;
  }, body);
}
