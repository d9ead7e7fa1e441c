import { requestSchema } from './contract.ts';
import { isObject, objectOf } from './json.ts';
import { charsetOf, textIn } from './media/charset.ts';
import type { Decoded } from './media/decoded.ts';
import { decodeForm } from './media/form.ts';
import { decodeJson } from './media/json.ts';
import { decodeXml } from './media/xml.ts';
import { documentedOperations } from './operations.ts';
import type { DocumentedOperationId, Encoding, JsonObject, JsonValue } from './types.ts';

/** The request as decoded, or the reason why it cannot be read. */
export type ReadRequest = { readonly operation: DocumentedOperationId; readonly encoding: Encoding } & (
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly reason: string }
);

const byPath = new Map<string, DocumentedOperationId>(documentedOperations.map(({ path, id }) => [path, id]));
// Two operations share this path; an unreadable body counts as the one with documented refusals (7.6).
byPath.set('/v1/authorise', 'apm-payment');

const arrayNames = new Map<DocumentedOperationId, ReadonlySet<string>>();

/** The paths of section 1. */
export const operationPaths: readonly string[] = [...byPath.keys()];

/** Reads a request body in any encoding: JSON under any header (4), XML, or a form. */
export function readRequest(path: string, bytes: Uint8Array, contentType: string | undefined): ReadRequest {
  const first = byPath.get(path) ?? 'apm-payment';
  const encoding = encodingOf(bytes, contentType);
  const decoded = decodeAs(encoding, bytes, contentType, first);
  if (!decoded.ok) {
    const { at, detail } = decoded.problem;
    return {
      ok: false,
      operation: first,
      encoding,
      reason: `the body cannot be read as ${encoding}: ${detail}${at === undefined ? '' : ` at ${at}`}`,
    };
  }
  const value = encoding === 'xml' ? rootValue(decoded.value) : decoded.value;
  if (!isObject(value)) {
    return { ok: false, operation: first, encoding, reason: 'the body is not one object' };
  }
  const operation = first === 'apm-payment' && paysByCard(value) ? 'direct-payment' : first;
  if (encoding === 'json') return { ok: true, operation, encoding, value };
  return {
    ok: true,
    operation,
    encoding,
    value: coerce(value, requestSchema(operation), encoding) as JsonObject,
  };
}

const cardFields = ['card', 'expiration_month', 'expiration_year', 'security_code', 'token_id'];

// Both payments share a path without a declared type; payment_method and card data distinguish them (4.1, 4.2).
function paysByCard(value: JsonObject): boolean {
  return !('payment_method' in value) && cardFields.some((name) => name in value);
}

function encodingOf(bytes: Uint8Array, contentType: string | undefined): Encoding {
  let at = 0;
  while (
    at < bytes.length &&
    (bytes[at] === 0xef || bytes[at] === 0xbb || bytes[at] === 0xbf || (bytes[at] ?? 33) <= 32)
  )
    at += 1;
  // Sample commands send JSON under the form header, so the first character takes precedence over the header.
  if (bytes[at] === 0x7b || bytes[at] === 0x5b) return 'json';
  if (bytes[at] === 0x3c) return 'xml';
  if (contentType?.includes('json')) return 'json';
  return contentType?.includes('xml') ? 'xml' : 'form';
}

function decodeAs(
  encoding: Encoding,
  bytes: Uint8Array,
  contentType: string | undefined,
  operation: DocumentedOperationId,
): Decoded {
  const charset = charsetOf(contentType) ?? 'utf-8';
  switch (encoding) {
    case 'json':
      return decodeJson(bytes, contentType);
    case 'xml':
      return decodeXml(bytes, contentType);
    case 'form':
      return decodeForm(
        textIn(bytes, 'utf-8', true) ?? textIn(bytes, charset, false) ?? new TextDecoder().decode(bytes),
        (name) => namesOfArrays(operation).has(name),
        charset,
      );
  }
}

function rootValue(value: JsonValue): JsonValue | undefined {
  return Object.values(objectOf(value))[0];
}

function namesOfArrays(operation: DocumentedOperationId): ReadonlySet<string> {
  const known = arrayNames.get(operation);
  if (known !== undefined) return known;
  const alike = operation === 'apm-payment' ? (['direct-payment', 'apm-payment'] as const) : [operation];
  const names = new Set(alike.flatMap((one) => nestedNames(one)));
  arrayNames.set(operation, names);
  return names;
}

function nestedNames(operation: DocumentedOperationId): string[] {
  const properties = requestSchema(operation).properties as Record<string, JsonObject>;
  return Object.keys(properties).filter((name) =>
    ['array', 'object'].includes(String(properties[name]?.type)),
  );
}

/**
 * Converts texts to the types of the request schema. Forms and XML have only text, repeat or wrap the entries of an
 * array, and omit an empty one. Their layout is not documented (4.3, 4.8), so each of these forms is accepted.
 */
function coerce(value: JsonValue, schema: JsonValue | undefined, encoding: Encoding): JsonValue {
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

// A form may hold a nested value as JSON text.
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
