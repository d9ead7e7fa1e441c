import { isObject } from './json.ts';
import type { Encoding, JsonObject, JsonValue } from './types.ts';

/**
 * Gives texts the types that a request schema names. Form and XML have only text, repeat an element for an array or
 * wrap its entries, and write nothing for an empty list; how such a body is laid out is not shown (4.3, 4.8), so each
 * of these ways is understood.
 */
export function coerce(value: JsonValue, schema: JsonValue | undefined, encoding: Encoding): JsonValue {
  if (!isObject(schema)) return value;
  switch (schema.type) {
    case 'object':
      return coerceMembers(parsed(value, encoding), schema, encoding);
    case 'array':
      return coerceEntries(parsed(value, encoding), schema, encoding);
    case 'integer':
    case 'number':
      return typeof value === 'string' && /^-?[0-9]+(?:\.[0-9]+)?$/.test(value) ? Number(value) : value;
    default:
      return value;
  }
}

// A nested value may stand as JSON text under one name of a form.
function parsed(value: JsonValue, encoding: Encoding): JsonValue {
  if (encoding !== 'form' || typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

function coerceMembers(value: JsonValue, schema: JsonObject, encoding: Encoding): JsonValue {
  if (value === '') return {};
  if (!isObject(value)) return value;
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(properties, name) ? coerce(member, properties[name], encoding) : member,
    ]),
  );
}

function coerceEntries(value: JsonValue, schema: JsonObject, encoding: Encoding): JsonValue {
  const entries = entriesOf(value, schema, encoding);
  return entries === undefined ? value : entries.map((entry) => coerce(entry, schema.items, encoding));
}

function entriesOf(
  value: JsonValue,
  schema: JsonObject,
  encoding: Encoding,
): readonly JsonValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === '') return [];
  if (encoding !== 'xml') return undefined;
  const wrapped = isObject(value) ? wrappedEntries(value, schema) : undefined;
  return wrapped ?? [value];
}

function wrappedEntries(value: JsonObject, schema: JsonObject): readonly JsonValue[] | undefined {
  const [name, ...others] = Object.keys(value);
  if (name === undefined || others.length > 0) return undefined;
  const known = isObject(schema.items) && isObject(schema.items.properties) ? schema.items.properties : {};
  if (Object.hasOwn(known, name)) return undefined;
  const inner = value[name] ?? '';
  return Array.isArray(inner) ? inner : [inner];
}
