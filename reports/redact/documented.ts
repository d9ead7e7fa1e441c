import { rawSchemas } from '../../schemas/contract.ts';
import type { JsonValue } from '../../schemas/types.ts';

let register: ReadonlySet<string> | undefined;

function collect(value: JsonValue, names: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const part of value) collect(part, names);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return names;
  const { properties } = value;
  if (properties !== null && typeof properties === 'object' && !Array.isArray(properties))
    for (const name of Object.keys(properties)) names.add(name);
  for (const part of Object.values(value)) collect(part, names);
  return names;
}

/** Tells whether the interface document knows a field of this name. */
export function isDocumentedName(name: string): boolean {
  register ??= collect(Object.values(rawSchemas()), new Set());
  return register.has(name);
}
