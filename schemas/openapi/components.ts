import { rawSchemas } from '../contract.ts';
import { isObject } from '../json.ts';
import { table } from '../table.ts';
import type { JsonObject, JsonValue } from '../types.ts';

// Keywords of the suite's vocabulary that tell a reader something; the others steer judge and generators only.
const kept: Readonly<Record<string, string>> = table({
  clause: 'x-clause',
  listed: 'x-listed',
  secret: 'x-secret',
});
const left = new Set([
  'sampled',
  'misfits',
  'called',
  'memberSuffix',
  'states',
  'evidence',
  '$comment',
  '$schema',
  '$id',
  '$defs',
  'title',
]);
const plain = new Set(['examples', 'const', 'enum', 'clause', 'listed', 'required', 'secret']);

/** The schemas of every message and shape as OpenAPI components, with references among them. */
export function componentsOf(): JsonObject {
  const components: JsonObject = {};
  for (const [file, schema] of Object.entries(rawSchemas())) {
    const { $defs } = schema;
    for (const [name, part] of Object.entries(isObject($defs) ? $defs : {})) {
      if (isObject(part)) components[componentName(file, name)] = publicSchema(part, file);
    }
    if ('type' in schema) components[componentName(file)] = publicSchema(schema, file);
  }
  return components;
}

/** The component name of a message file, or of a shape inside one: `CaptureRequest`, `Amount`, `PaymentOrderOrderDCA`. */
export function componentName(file: string, inner = ''): string {
  const home = file.replace('.schema.json', '') === 'fields' ? '' : file.replace('.schema.json', '');
  return [...home.split(/[.-]/), inner].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A schema as a stock OpenAPI reader takes it: own keywords as extensions, references into the components. */
function publicSchema(schema: JsonObject, file: string): JsonObject {
  const written: JsonObject = {};
  for (const [keyword, part] of Object.entries(schema)) {
    if (left.has(keyword)) continue;
    if (keyword === '$ref' && typeof part === 'string') written.$ref = referenceOf(part, file);
    else if (keyword === 'properties' || keyword === 'patternProperties')
      written[keyword] = membersOf(part, file);
    else written[kept[keyword] ?? keyword] = plain.has(keyword) ? part : publicPart(part, file);
  }
  return written;
}

// Below "properties" stand names of fields, which may sound like keywords.
function membersOf(members: JsonValue, file: string): JsonValue {
  return isObject(members)
    ? Object.fromEntries(Object.entries(members).map(([name, member]) => [name, publicPart(member, file)]))
    : members;
}

function publicPart(part: JsonValue, file: string): JsonValue {
  if (Array.isArray(part)) return part.map((entry) => publicPart(entry, file));
  return isObject(part) ? publicSchema(part, file) : part;
}

function referenceOf(reference: string, file: string): string {
  const [target = '', pointer = ''] = reference.split('#');
  const inner = pointer.replace(/^\/\$defs\//, '');
  return `#/components/schemas/${componentName(target === '' ? file : target, inner)}`;
}
