import { isObject } from '../../schemas/json.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

/** Paths of the values of a body, objects opened, lists kept whole: `person.email`. */
export function leavesOf(body: JsonObject, prefix = ''): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** The body without the values at some paths; an object that is left empty goes with them. */
export function leaveOut(body: JsonObject, paths: ReadonlySet<string>, prefix = ''): JsonObject {
  const kept = Object.entries(body).flatMap(([name, value]): [string, JsonValue][] => {
    const path = `${prefix}${name}`;
    if (!isObject(value)) return paths.has(path) ? [] : [[name, value]];
    const inner = leaveOut(value, paths, `${path}.`);
    return Object.keys(inner).length === 0 && Object.keys(value).length > 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

const charges = ['shipping', 'handling', 'tax_total', 'insurance', 'shipping_discount', 'discount'];

/** The body with totals that add up whichever of them is left out: the items cost all of it. */
export function plainTotals(body: JsonObject): JsonObject {
  if (body.item_total === undefined || body.amount === undefined) return body;
  const zeros = charges.filter((name) => body[name] !== undefined).map((name) => [name, '0.00']);
  return { ...body, item_total: body.amount, ...Object.fromEntries(zeros) };
}
