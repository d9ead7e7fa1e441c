import { isObject, pointerSteps, valueAt } from '../json.ts';
import { rawSchemas } from '../message-schemas.ts';
import type { JsonObject, JsonValue } from '../types.ts';

const deepest = 64;

/** A message schema with every `$ref` replaced by what it names; keywords beside a `$ref` win over the named ones. */
export function expandFile(file: string): JsonObject {
  const { $id: _id, $schema: _schema, $defs: _defs, ...root } = rawFile(file);
  return expandObject(root, file, 0);
}

/** The expanded schema that a reference names, as `file#/pointer`. */
export function expandReference($ref: string): JsonObject {
  return expandObject({ $ref }, '', 0);
}

function rawFile(file: string): JsonObject {
  const schema = rawSchemas()[file];
  if (schema === undefined) throw new Error(`schemas/messages/${file} is missing`);
  return schema;
}

function expand(schema: JsonValue, file: string, depth: number): JsonValue {
  if (depth > deepest) throw new Error(`${file}: references run in a circle`);
  if (Array.isArray(schema)) return schema.map((part) => expand(part, file, depth + 1));
  return isObject(schema) ? expandObject(schema, file, depth + 1) : schema;
}

function expandObject(schema: JsonObject, file: string, depth: number): JsonObject {
  const { $ref, ...site } = schema;
  const here: JsonObject = {};
  for (const [name, part] of Object.entries(site)) {
    // Values, not schemas: an example that happens to hold "$ref" must stay as it is.
    const plain =
      name === 'examples' || name === 'misfits' || name === 'const' || name === 'enum' || name === 'clause';
    here[name] = plain ? part : expand(part, file, depth);
  }
  if (typeof $ref !== 'string') return here;
  const [target = '', pointer = ''] = $ref.split('#');
  const home = target === '' ? file : (target.split('/').at(-1) ?? file);
  return { ...expandTarget(home, pointer, depth), ...here };
}

function expandTarget(file: string, pointer: string, depth: number): JsonObject {
  const found = valueAt(rawFile(file), pointerSteps(pointer));
  const expanded = found === undefined ? undefined : expand(found, file, depth + 1);
  if (!isObject(expanded)) throw new Error(`${file}#${pointer} names no schema`);
  const { $id: _id, $schema: _schema, $defs: _defs, ...rest } = expanded;
  return rest;
}
