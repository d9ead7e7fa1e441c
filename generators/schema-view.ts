import { isObject } from '../schemas/json.ts';
import { onceFor } from '../schemas/once-for.ts';
import type { JsonObject, JsonValue } from '../schemas/types.ts';

/** A member of a schema, if it is an object. */
export function subschema(schema: JsonObject, name: string): JsonObject | undefined {
  const value = schema[name];
  return isObject(value) ? value : undefined;
}

type Property = readonly [name: string, schema: JsonObject];

/** Names and schemas of the documented members of an object schema. */
export const propertiesOf = onceFor((schema: JsonObject): readonly Property[] =>
  Object.entries(subschema(schema, 'properties') ?? {}).flatMap(([name, property]): Property[] =>
    isObject(property) ? [[name, property]] : [],
  ),
);

/** A keyword's value, if it is a list; otherwise an empty list. */
export function listAt(schema: JsonObject, name: string): readonly JsonValue[] {
  const value = schema[name];
  return Array.isArray(value) ? value : [];
}

/** A keyword's value, if it is a number. */
export function numberAt(schema: JsonObject, name: string): number | undefined {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
}

/** A keyword's value, if it is text. */
export function textAt(schema: JsonObject, name: string): string | undefined {
  const value = schema[name];
  return typeof value === 'string' ? value : undefined;
}
