import { readdirSync, readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

const folder = new URL('../../schemas/messages/', import.meta.url);
const parsed = new Map<string, JsonValue>();

/** One JSON file of `schemas/messages`. */
export function read(path: string): JsonValue {
  const value = parsed.get(path) ?? (JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as JsonValue);
  parsed.set(path, value);
  return value;
}

/** The schema files of the request side, shapes included. */
export const files: readonly string[] = readdirSync(folder).filter((file) =>
  /(?:^fields|^payment-order|\.request)\.schema\.json$/u.test(file),
);

/** Tells an object from every other value. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema that a reference names, and any other schema itself. */
export function resolved(schema: JsonObject): JsonObject {
  if (typeof schema.$ref !== 'string') return schema;
  const [file = '', key = ''] = schema.$ref.split('#/$defs/');
  return ((read(file) as JsonObject).$defs as JsonObject)[key] as JsonObject;
}

/** A value that uses every documented member once, made of the shapes' first examples. */
function fullValue(schema: JsonObject): JsonValue {
  const { type, examples, allOf, properties, items } = resolved(schema);
  if (Array.isArray(examples)) return examples[0] as JsonValue;
  if (type === 'array') return [fullValue(items as JsonObject)];
  const groups = ((allOf ?? []) as JsonObject[]).map((group) => fullValue(group) as JsonObject);
  const own = Object.entries((properties ?? {}) as JsonObject).map(([name, part]) => [
    name,
    fullValue(part as JsonObject),
  ]);
  return Object.assign({}, ...groups, Object.fromEntries(own)) as JsonObject;
}

/** File of an operation's request schema. */
export const requestFile = (operation: string) => `${operation}.request.schema.json`;
/** A fresh request that uses every documented field. */
export const sample = (operation: string) =>
  fullValue(read(requestFile(operation)) as JsonObject) as JsonObject;
/** The object at a path such as `capture_orders.0`; the empty path is the whole value. */
export const at = (value: JsonValue, path: string): JsonObject =>
  path
    .split('.')
    .reduce<JsonValue>(
      (part, step) => (step === '' ? part : ((part as JsonObject)[step] as JsonValue)),
      value,
    ) as JsonObject;
