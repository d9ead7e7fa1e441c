import { rawSchemas } from '../../schemas/contract.ts';
import type { JsonValue } from '../../schemas/types.ts';

interface Register {
  readonly names: ReadonlySet<string>;
  /** Every description that quotes an example, as one pattern. */
  readonly descriptions: RegExp;
}

let register: Register | undefined;

function collect(value: JsonValue, names: Set<string>, descriptions: Set<string>): void {
  if (Array.isArray(value)) for (const part of value) collect(part, names, descriptions);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
  const { properties, description } = value;
  if (properties !== null && typeof properties === 'object' && !Array.isArray(properties))
    for (const name of Object.keys(properties)) names.add(name);
  if (typeof description === 'string' && description.includes('"')) descriptions.add(description);
  for (const part of Object.values(value)) collect(part, names, descriptions);
}

function read(): Register {
  const [names, descriptions] = [new Set<string>(), new Set<string>()];
  for (const schema of Object.values(rawSchemas())) collect(schema, names, descriptions);
  const written = [...descriptions]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return { names, descriptions: new RegExp(`(${written.join('|')})`) };
}

/** Tells whether the interface document knows a field of this name. */
export function isDocumentedName(name: string): boolean {
  register ??= read();
  return register.names.has(name);
}

/** Cuts a text at the descriptions of the register, which quote examples and no values: they are at the odd places. */
export function cutAtDescriptions(text: string): readonly string[] {
  register ??= read();
  return text.includes('"') ? text.split(register.descriptions) : [text];
}
