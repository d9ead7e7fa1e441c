import { isObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import { messageFiles, schemaOf } from './compile.ts';

/** How a field has to be hidden in anything that is kept or shown. */
export type SecretClass = 'card' | 'security-code' | 'token' | 'signature' | 'personal';

// When two messages class one name differently, the stricter class holds everywhere.
const strictest: readonly SecretClass[] = ['card', 'security-code', 'signature', 'token', 'personal'];
let classes: ReadonlyMap<string, SecretClass> | undefined;

/** The redaction class of a field by its name, alternate names of 2.8 included; undefined for open fields. */
export function secretClassOf(fieldName: string): SecretClass | undefined {
  classes ??= collectClasses();
  return classes.get(fieldName);
}

function collectClasses(): ReadonlyMap<string, SecretClass> {
  const found = new Map<string, SecretClass>();
  for (const file of messageFiles()) collect(schemaOf(file), found);
  return found;
}

function collect(schema: JsonValue, found: Map<string, SecretClass>): void {
  if (Array.isArray(schema)) for (const part of schema) collect(part, found);
  if (!isObject(schema)) return;
  if (isObject(schema.properties)) {
    for (const [name, property] of Object.entries(schema.properties)) note(name, property, found);
  }
  for (const [keyword, part] of Object.entries(schema)) {
    if (keyword === 'properties' && isObject(part))
      for (const property of Object.values(part)) collect(property, found);
    else if (keyword !== 'examples' && keyword !== 'misfits') collect(part, found);
  }
}

function note(name: string, property: JsonObject | JsonValue, found: Map<string, SecretClass>): void {
  const secret = isObject(property) ? (property.secret as SecretClass | undefined) : undefined;
  if (secret === undefined) return;
  const before = found.get(name);
  if (before === undefined || strictest.indexOf(secret) < strictest.indexOf(before)) found.set(name, secret);
}
