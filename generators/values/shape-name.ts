import { rawSchemas } from '../../schemas/contract.ts';
import { isObject } from '../../schemas/json.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { subschema } from '../schema-view.ts';

let shapes: ReadonlyMap<string, string> | undefined;
const names = new WeakMap<JsonObject, string>();

function fingerprint({ description, examples }: JsonObject): string {
  return JSON.stringify([description, examples]);
}

/** The name of the shared shape of a field, such as `amount` or `personName`; empty if it has none. */
export function shapeNameOf(schema: JsonObject): string {
  shapes ??= new Map(
    Object.entries(subschema(rawSchemas()['fields.schema.json'] ?? {}, '$defs') ?? {}).flatMap(
      ([name, shape]) => (isObject(shape) ? [[fingerprint(shape), name] satisfies [string, string]] : []),
    ),
  );
  const known = names.get(schema) ?? shapes.get(fingerprint(schema)) ?? '';
  names.set(schema, known);
  return known;
}
