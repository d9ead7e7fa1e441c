import { isObject } from './json.ts';
import type { JsonObject } from './types.ts';

/** One place that a schema documents. */
export interface SchemaPlace {
  /** Member names from the top; `[]` stands for every entry of an array. */
  readonly steps: readonly string[];
  readonly schema: JsonObject;
}

/**
 * Every place of an expanded schema in document order, the top first; a single-or-repeated value is listed as single.
 */
export function placesOf(schema: JsonObject, steps: readonly string[] = []): SchemaPlace[] {
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {});
  return [
    { steps, schema },
    ...members.flatMap(([name, member]) => (isObject(member) ? placesOf(member, [...steps, name]) : [])),
    ...(schema.type === 'array' && isObject(schema.items) ? placesOf(schema.items, [...steps, '[]']) : []),
  ];
}
