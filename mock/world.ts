import { answerSchema, missingMembers, requestSchema } from '../schemas/contract.ts';
import { changeAt, isObject, listOf, objectOf, valueAt } from '../schemas/json.ts';
import { type ReadRequest, readRequest } from '../schemas/read-request.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import { type Guard, whyNotAdmitted } from './admission.ts';
import type { BehaviourOf, Style } from './behaviour.ts';
import type { Notice } from './notify.ts';
import type { HandlerContext } from './operations/handler-context.ts';
import { handlers } from './operations/registry.ts';
import { type About, type Refusal, type Reply, refusal, type Wire } from './reply.ts';
import { createStore, type Store } from './state/store.ts';

/**
 * Adds to the answer of a processed call the members that its schema lists and its handler does not write. The value is
 * that of the request if the request has the same member, otherwise the first example of the schema. A member that the
 * request could have sent but did not is left out. Pages do not change.
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
  for (const { steps, name } of missingMembers(operation, value, request)) {
    // An empty value of a handler stays empty.
    if (valueAt(value, [...steps, name]) !== undefined) continue;
    const place = [...steps, name];
    const schema = schemaAt(answerSchema(operation), place);
    const isEcho = schemaAt(requestSchema(operation), place) !== undefined;
    const filling = isEcho ? echoOf(valueAt(request, place), schema) : exampleOf(schema);
    if (filling !== undefined) whole = withMember(whole, steps, name, filling);
  }
  // An added object may list further members.
  return whole === value ? value : filled(whole, operation, request);
}

function withMember(value: JsonObject, steps: readonly string[], name: string, put: JsonValue): JsonObject {
  const path = steps.map((step) => (isIndex(step) ? Number(step) : step));
  return objectOf(changeAt(value, path, (holder) => ({ ...objectOf(holder), [name]: put })));
}

const isIndex = (step: string) => /^\d+$/.test(step);

/** A sent value without the members that answers lack, such as `bank_code` (2.13). */
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

/** The schema at a path of a message (any index for array entries); undefined if it is not documented. */
function schemaAt(schema: JsonObject, steps: readonly string[]): JsonObject | undefined {
  let part: JsonValue | undefined = schema;
  for (const step of steps) {
    if (!isObject(part)) return undefined;
    const members: JsonObject = objectOf(part.properties);
    part = Object.hasOwn(members, step) ? members[step] : isIndex(step) ? part.items : undefined;
  }
  return isObject(part) ? part : undefined;
}

/** A value that fits a schema, made of its examples; undefined if it has none. */
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

function typed(status: number, contentType: string | undefined, body: string): Wire {
  return { status, headers: contentType === undefined ? {} : { 'content-type': contentType }, body };
}

/** Writes an answer in the given style. */
function writeReply(reply: Reply, style: Style): Wire {
  switch (reply.form) {
    case 'json':
      return typed(reply.status, style.types.json, style.json(reply.value));
    case 'xml':
      return typed(reply.status, style.types.xml, style.xml(reply.root, reply.value));
    case 'page':
      return typed(reply.status, style.types.html, style.html(reply.page));
    case 'text':
      return withHeaders(
        typed(reply.status, reply.contentType === '' ? undefined : reply.contentType, reply.text),
        reply.headers,
      );
  }
}

function withHeaders(wire: Wire, headers: Wire['headers'] = {}): Wire {
  return { ...wire, headers: { ...wire.headers, ...headers } };
}

/** One endpoint with a behaviour and its own memory; a process has several under different path prefixes. */
export interface World {
  /** `plain`, or `faults/<id>`, `acquirers/<name>`, `a change of its own`; several are joined by `with`. */
  readonly name: string;
  readonly behaviourOf: BehaviourOf;
  readonly guard: Guard;
  readonly store: Store;
}

/** One call as it arrived. */
export interface Call {
  /** Path below the prefix of the world, one of section 1. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  /** IP address of the caller. */
  readonly address: string;
  readonly base: string;
  readonly prefix: string;
  /** The parsed request, if it was parsed before. */
  readonly read?: ReadRequest;
}

/** The result of a call. */
export interface Outcome {
  readonly about: About;
  /** Why the call was refused as a whole; absent if it was processed. */
  readonly refused?: Refusal;
  readonly wire: Wire;
  readonly notices: readonly Notice[];
}

/** Opens a world with an empty memory. */
export function openWorld(name: string, behaviourOf: BehaviourOf, guard: Guard): World {
  return { name, behaviourOf, guard, store: createStore() };
}

// Shared, because creating a decoder takes as long as decoding a call.
const decoder = new TextDecoder();

/** Answers one call: reads, admits, handles, reshapes and writes it. */
export function answerCall(world: World, call: Call): Outcome {
  const { store } = world;
  const { read = readRequest(call.path, call.bytes, call.contentType) } = call;
  const behaviour = world.behaviourOf(read.operation);
  const about: About = {
    operation: read.operation,
    encoding: read.encoding,
    body: decoder.decode(call.bytes),
    request: read.ok ? behaviour.readAs(read.operation, read.value) : {},
    memo: store.memo,
  };
  const context: HandlerContext = { behaviour, store, base: call.base, prefix: call.prefix, notices: [] };
  const decided =
    behaviour.answerEarly(about) ??
    (read.ok ? decide(about, world.guard, call, context) : refusal('unreadable', read.reason));
  const plain = 'kind' in decided ? behaviour.refuse(decided, about) : decided;
  const reply = behaviour.reshape.reduce((shaped, step) => step(shaped, about), plain);
  const wire = behaviour.rewire.reduce(
    (written, step) => step(written, about, reply),
    writeReply(reply, behaviour.style),
  );
  return { about, ...('kind' in decided ? { refused: decided } : {}), wire, notices: context.notices };
}

function decide(about: About, guard: Guard, call: Call, context: HandlerContext): Reply | Refusal {
  const { decide: decisions } = context.behaviour;
  const refused = whyNotAdmitted(about.operation, about.request, call.address, decisions, guard);
  const answered = refused ?? decisions.objection(about) ?? handlers[about.operation](about.request, context);
  return 'kind' in answered ? answered : fillListed(answered, about);
}
