import { answerSchema, lackingMembers, requestSchema } from '../schemas/contract.ts';
import { changeAt, isObject, listOf, objectOf, valueAt } from '../schemas/json.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import type { About, Reply } from './reply.ts';

/**
 * Adds to the answer of a processed call what its schema lists and its handler says nothing of: what was sent where the
 * request has the same member, otherwise the first example of the schema. A member that could have been sent and was
 * not stays away. Pages stay as they are.
 */
export function fillListed(reply: Reply, { operation, request }: About): Reply {
  if (operation === 'redirect-payment' || !reply.accepted) return reply;
  if (reply.form !== 'json' && reply.form !== 'xml') return reply;
  const value = filled(reply.value, operation, request);
  return value === reply.value ? reply : { ...reply, value };
}

function filled(
  value: JsonObject,
  operation: Exclude<DocumentedOperationId, 'redirect-payment'>,
  request: JsonObject,
): JsonObject {
  let whole = value;
  for (const { steps, name } of lackingMembers(operation, value, request)) {
    // What a handler left empty is said.
    if (valueAt(value, [...steps, name]) !== undefined) continue;
    const place = [...steps, name];
    const schema = schemaAt(answerSchema(operation), place);
    const isEcho = schemaAt(requestSchema(operation), place) !== undefined;
    const filling = isEcho ? echoOf(valueAt(request, place), schema) : exampleOf(schema);
    if (filling !== undefined) whole = withMember(whole, steps, name, filling);
  }
  // An object that was filled in may list members itself.
  return whole === value ? value : filled(whole, operation, request);
}

function withMember(value: JsonObject, steps: readonly string[], name: string, put: JsonValue): JsonObject {
  const path = steps.map((step) => (isIndex(step) ? Number(step) : step));
  return objectOf(changeAt(value, path, (holder) => ({ ...objectOf(holder), [name]: put })));
}

const isIndex = (step: string) => /^\d+$/.test(step);

/** A sent value without the members that answers do not have, such as `bank_code` (2.13). */
function echoOf(sent: JsonValue | undefined, schema: JsonObject | undefined): JsonValue | undefined {
  if (!isObject(schema?.properties) || !isObject(sent)) return sent;
  const members = objectOf(schema.properties);
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, member]) => {
      const inner = members[name];
      const echo = isObject(inner) ? echoOf(member, inner) : undefined;
      return echo === undefined ? [] : [[name, echo] as const];
    }),
  );
}

/** The schema of a place of a message, entries of arrays by any index; undefined where none is documented. */
function schemaAt(schema: JsonObject, steps: readonly string[]): JsonObject | undefined {
  let part: JsonValue | undefined = schema;
  for (const step of steps) {
    if (!isObject(part)) return undefined;
    const members: JsonObject = objectOf(part.properties);
    part = Object.hasOwn(members, step) ? members[step] : isIndex(step) ? part.items : undefined;
  }
  return isObject(part) ? part : undefined;
}

/** A value that fits a schema, made of its examples; undefined when it has none. */
function exampleOf(schema: JsonObject | undefined): JsonValue | undefined {
  if (schema === undefined) return undefined;
  const [example] = listOf(schema.examples);
  if (example !== undefined) return example;
  if (isObject(schema.items)) {
    const entry = exampleOf(schema.items);
    return entry === undefined ? [] : [entry];
  }
  if (!isObject(schema.properties)) return undefined;
  const members = Object.entries(schema.properties).flatMap(([name, member]) => {
    const value = isObject(member) ? exampleOf(member) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}
