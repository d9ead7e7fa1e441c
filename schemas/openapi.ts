import { rawSchemas } from './contract.ts';
import { isObject } from './json.ts';
import { documentedOperations, type Operation, typeOfEncoding } from './operations.ts';
import { table } from './table.ts';
import type { JsonObject, JsonValue } from './types.ts';

// Keywords of the suite that are useful to a reader; the others only control the judge and the generators.
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

/** All message and field schemas as OpenAPI components that refer to each other. */
function componentsOf(): JsonObject {
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

/** The component name of a message file or of a schema in it: `CaptureRequest`, `Amount`, `PaymentOrderOrderDCA`. */
export function componentName(file: string, inner = ''): string {
  const home = file.replace('.schema.json', '') === 'fields' ? '' : file.replace('.schema.json', '');
  return [...home.split(/[.-]/), inner].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A schema for standard OpenAPI tools: the suite's keywords become extensions, references point to the components. */
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

// The names below "properties" are field names, even if they equal a keyword.
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

const mediaTypes = { json: 'application/json', xml: 'application/xml', html: 'text/html' } as const;

/** Builds an OpenAPI 3.1 document of the eleven documented operations from the schemas and the operation table. */
export function buildOpenApi(): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment acquiring service interface',
      summary:
        'Card, APM and redirect payments, queries, captures, reviews, cancellations, refunds and payouts',
      description:
        'Written from the conformance suite. What the interface document does not show is left open here; "Optimise payment methods" (4.12) has no path and no body.',
      version: '1.0.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://pay.example' } } }],
    // Every body carries its signature in encryption_data; no credential in a header is shown (section 5).
    security: [],
    tags: [...new Set(documentedOperations.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...new Set(documentedOperations.map(({ path }) => path))].map((path) => [
        path,
        { post: postOf(documentedOperations.filter((operation) => operation.path === path)) },
      ]),
    ),
    components: { schemas: componentsOf() },
  };
}

function postOf(sharing: readonly Operation[]): JsonObject {
  const [first] = sharing;
  if (first === undefined) return {};
  const declared = [
    ...new Set(sharing.map(({ declares, encoding }) => declares ?? typeOfEncoding[encoding])),
  ];
  return {
    operationId: sharing.map(({ id }) => id).join('-or-'),
    summary: sharing.map(({ title }) => title).join(' / '),
    tags: [tagOf(first)],
    'x-section': sharing.map(({ section }) => section),
    requestBody: {
      required: true,
      content: Object.fromEntries(
        declared.map((type) => [
          type,
          {
            schema: choice(sharing.map(({ id }) => `${id}.request.schema.json`)),
          },
        ]),
      ),
    },
    responses: responsesOf(sharing),
  };
}

function responsesOf(sharing: readonly Operation[]): JsonObject {
  const isApm = sharing.some(({ id }) => id === 'apm-payment');
  return {
    200: { description: sharing.map(answerDescription).join(' / '), content: answerContent(sharing) },
    // Only 4.2 and 7.6 state another status.
    ...(isApm
      ? {
          400: { description: 'APM payment: invalid input' },
          404: { description: 'APM payment: record not found' },
        }
      : {}),
    default: { description: 'The form of a refusal is not shown (7.8)' },
  };
}

function answerContent(sharing: readonly Operation[]): JsonObject {
  const { answers } = sharing[0] ?? { answers: 'json' };
  if (answers === 'html') {
    const description =
      'A page with a form "theForm" that posts itself on load; see RedirectPaymentPage and RedirectPaymentPosted';
    return { [mediaTypes.html]: { schema: { type: 'string', description } } };
  }
  const schema = choice(sharing.map(({ id }) => `${id}.answer.schema.json`));
  return {
    [mediaTypes[answers]]: { schema: answers === 'xml' ? { ...schema, xml: { name: 'respon' } } : schema },
  };
}

function answerDescription({ id, answers }: Operation): string {
  const file = `${id}.${answers === 'html' ? 'page' : 'answer'}.schema.json`;
  const schema = rawSchemas()[file];
  return isObject(schema) && typeof schema.description === 'string' ? schema.description : 'The answer';
}

// Not "oneOf": only closed member lists distinguish the two payments, and many tools ignore "unevaluatedProperties".
function choice(files: readonly string[]): JsonObject {
  const references = files.map((file) => ({ $ref: `#/components/schemas/${componentName(file)}` }));
  const [only] = references;
  return references.length === 1 && only !== undefined ? only : { anyOf: references };
}

function tagOf({ section }: Operation): string {
  return section === '4.1' || section === '4.2' || section === '4.3'
    ? 'Payments'
    : section === '4.11'
      ? 'Payouts'
      : 'Transactions';
}
