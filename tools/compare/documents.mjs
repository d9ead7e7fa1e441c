const form = 'application/x-www-form-urlencoded';
const clone = (value) => JSON.parse(JSON.stringify(value));

/**
 * Our OpenAPI document for a validator of answers. Requests come from the suite and are valid, so every JSON or form
 * body is allowed, and only status 200 is declared.
 */
export function answersOnly(document) {
  const copy = clone(document);
  for (const { post } of Object.values(copy.paths)) {
    post.requestBody = { content: { 'application/json': { schema: {} }, [form]: { schema: {} } } };
    post.responses = { 200: post.responses[200] };
  }
  return copy;
}

/** Declares XML answers as text: the validator cannot parse XML and reports each of them as "not an object". */
export function xmlAsText(document) {
  const copy = clone(document);
  for (const { post } of Object.values(copy.paths)) {
    const { content } = post.responses[200];
    if ('application/xml' in content) content['application/xml'] = { schema: { type: 'string' } };
  }
  return copy;
}

// Keywords that OpenAPI 3.0 lacks, or that Dredd reports as unreadable.
const unread = new Set(
  'if then else examples unevaluatedProperties additionalProperties patternProperties contains minContains maxContains not allOf anyOf oneOf pattern format minLength maxLength minItems maxItems uniqueItems minimum maximum'.split(
    ' ',
  ),
);

function simpler(schema) {
  if (Array.isArray(schema)) return schema.map(simpler);
  if (schema === null || typeof schema !== 'object') return schema;
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref };
  const written = {};
  for (const [keyword, part] of Object.entries(schema)) {
    if (unread.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'const') written.enum = [part];
    else if (keyword === 'type' && Array.isArray(part)) continue;
    else if (keyword === 'properties') written.properties = membersOf(part);
    else written[keyword] = keyword === 'required' || keyword === 'enum' ? part : simpler(part);
  }
  // Members that an answer to a valid request must have; only valid requests are sent.
  const { required } = schema.then ?? {};
  if (Array.isArray(required)) written.required = [...new Set([...(written.required ?? []), ...required])];
  return written;
}

function membersOf(members) {
  // `"not": {}` documents a forbidden member; Dredd would treat it as a required one.
  const open = Object.entries(members).filter(([, { not }]) => JSON.stringify(not) !== '{}');
  return Object.fromEntries(open.map(([name, member]) => [name, simpler(member)]));
}

/**
 * Our document in OpenAPI 3.0 with one complete request per path, for tools that cannot read 3.1. It leaves out what
 * 3.0 or the reader of the tool does not support: patterns, conditions, references with siblings, several types.
 * `parameters` are appended to every answer type, for tools that compare types literally.
 */
export function withRequests(document, requests, parameters = '') {
  const pathOf = ({ path, prefix, body, answer }) => {
    const [[type, { schema }]] = Object.entries(document.paths[path].post.responses[200].content);
    const answered = answer === undefined ? simpler(schema) : { $ref: `#/components/schemas/${answer}` };
    return [
      prefix + path,
      {
        post: {
          requestBody: { content: { 'application/json': { example: body } } },
          responses: {
            200: { description: 'The answer', content: { [type + parameters]: { schema: answered } } },
          },
        },
      },
    ];
  };
  return {
    openapi: '3.0.3',
    info: { title: 'Payment acquiring service interface', version: '1.0.0' },
    paths: Object.fromEntries(requests.map(pathOf)),
    components: { schemas: membersOf(document.components.schemas) },
  };
}

// Keywords that Specmatic cannot read in OpenAPI 3.0.
const notIn30 = new Set(
  'if then else examples unevaluatedProperties patternProperties contains minContains maxContains not'.split(
    ' ',
  ),
);

/** A schema in OpenAPI 3.0 with its patterns; `inline` resolves every reference. */
function schema30(schema, { components, inline, fixed }) {
  const go = (part) => schema30(part, { components, inline, fixed });
  if (Array.isArray(schema)) return schema.map(go);
  if (schema === null || typeof schema !== 'object') return schema;
  if (typeof schema.$ref === 'string')
    return inline ? go(components[schema.$ref.split('/').pop()]) : { $ref: schema.$ref };
  const written = {};
  for (const [keyword, part] of Object.entries(schema)) {
    if (notIn30.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'const') written.enum = [part];
    else if (keyword === 'type' && Array.isArray(part))
      written.type = part.includes('string') ? 'string' : part[0];
    else if (keyword === 'properties') {
      const open = Object.entries(part).filter(([, { not }]) => JSON.stringify(not) !== '{}');
      written.properties = Object.fromEntries(
        open.map(([name, member]) => [
          name,
          fixed[name] === undefined ? go(member) : { type: 'string', enum: [fixed[name]] },
        ]),
      );
    } else written[keyword] = keyword === 'required' || keyword === 'enum' ? part : go(part);
  }
  if (written.type === 'string') delete written.anyOf;
  const { required } = schema.then ?? {};
  if (Array.isArray(required)) written.required = [...new Set([...(written.required ?? []), ...required])];
  return written;
}

/**
 * Our document in OpenAPI 3.0 for a tool that generates requests from schemas: one path per place, with patterns.
 * Merchant and account are fixed, because a generated merchant would be refused. XML answers get their own schema,
 * because the tool cannot read one schema as both JSON and XML.
 */
export function withSchemas(document, places, fixed) {
  const { schemas: components } = document.components;
  const how = { components, inline: false, fixed };
  const pathOf = ({ path, prefix, request, answer }) => {
    const [[type, { schema }]] = Object.entries(document.paths[path].post.responses[200].content);
    const reference = { $ref: `#/components/schemas/${answer}` };
    const answered =
      type === 'text/html'
        ? { type: schema.type }
        : type === 'application/xml'
          ? { ...schema30(reference, { components, inline: true, fixed: {} }), xml: { name: 'respon' } }
          : reference;
    return [
      prefix + path,
      {
        post: {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${request}` } } },
          },
          responses: { 200: { description: 'The answer', content: { [type]: { schema: answered } } } },
        },
      },
    ];
  };
  const written = Object.entries(components).map(([name, schema]) => [
    name,
    schema30(schema, /Request$|^PaymentOrder/.test(name) ? how : { ...how, fixed: {} }),
  ]);
  return {
    openapi: '3.0.3',
    info: { title: 'Payment acquiring service interface', version: '1.0.0' },
    paths: Object.fromEntries(places.map(pathOf)),
    components: { schemas: Object.fromEntries(written) },
  };
}
