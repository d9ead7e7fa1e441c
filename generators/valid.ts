import fc from 'fast-check';
import { coreOf, requestSchema } from '../schemas/contract.ts';
import { given } from '../schemas/given.ts';
import { isObject } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import type { FieldValues, MakeContext } from './context.ts';
import { generatorOf } from './registry.ts';
import type { RequestCase, Shape } from './request.ts';
import { keepApart } from './valid/apart.ts';
import { type Draft, draftOf } from './valid/draft.ts';
import { type Scene, scenes } from './values/scene.ts';

/** Shortest text that still says something once its other letters are gone. */
const shortest = 3;

// What merchant, run and target say stays as it is.
const kept: ReadonlySet<string> = new Set([
  'merchant_id',
  'account_id',
  'order_no',
  'notify_url',
  'return_url',
]);

/** A value whose texts are plain ASCII: letters lose their accents, and what is left of other scripts becomes a word. */
function plainLetters(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    if (!/[^ -~]/.test(value)) return value;
    const plain = value
      .normalize('NFD')
      .replaceAll(/[^ -~]/g, '')
      .trim();
    return plain.length < shortest ? 'Example' : plain;
  }
  if (Array.isArray(value)) return value.map(plainLetters);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, kept.has(name) ? member : plainLetters(member)]),
  );
}

const drafts = new Map<string, fc.Arbitrary<Draft>>();

/** The arbitrary of an operation's drafts: what fast-check draws of a request before its scene is known. */
function draftsOf(operation: DocumentedOperationId, shape: Shape, entries?: number): fc.Arbitrary<Draft> {
  // Walking a schema of a hundred fields costs more than drawing from it.
  const key = `${operation} ${shape} ${entries ?? 'any'}`;
  const { batch } = operationOf(operation);
  const known =
    drafts.get(key) ??
    draftOf(requestSchema(operation), '', {
      shape,
      core: coreOf(operation),
      ...given({ batch: batch?.field, limit: batch?.limit }),
      ...given({ entries }),
    });
  drafts.set(key, known);
  return known;
}

/**
 * Draws requests that obey every clause on the caller, unsigned; `entries` fixes the size of a batch. Expected to be
 * accepted where every documented field stands: what may be left out, and how long a text may be, is not shown.
 */
export function validRequest(
  operation: DocumentedOperationId,
  context: MakeContext,
  shape: Shape = 'any',
  entries?: number,
): fc.Arbitrary<RequestCase> {
  return requestsOf(operation, shape, scenes(operation, context, shape), entries);
}

/** Draws full batches whose orders are put in afterwards: until then their entries only have numbers that tell them apart. */
export function boundRequest(
  operation: DocumentedOperationId,
  context: MakeContext,
  entries: number,
): fc.Arbitrary<RequestCase> {
  return requestsOf(operation, 'full', scenes(operation, context, 'full', true), entries);
}

// A shape of other letters is about them.
function lettersOf(body: JsonObject, { context, shape }: Scene): JsonObject {
  return context.letters === 'plain' && shape !== 'unicode' ? (plainLetters(body) as JsonObject) : body;
}

/** Leaves out one of two members that contradict each other, unless the merchant says a value of them. */
function consistent(body: JsonObject, { context, known, salt }: Scene): JsonObject {
  if (context.contradictions === 'kept') return body;
  const isSaid = (steps: readonly string[]) => known[steps.join('.')] !== undefined;
  return keepApart(body, ({ many, few }) => {
    if (isSaid(many) || isSaid(few)) return undefined;
    return salt % 2 === 0 ? few : many;
  });
}

function requestsOf(
  operation: DocumentedOperationId,
  shape: Shape,
  drawn: fc.Arbitrary<Scene>,
  entries?: number,
): fc.Arbitrary<RequestCase> {
  const { agree, shown } = generatorOf(operation);
  const expectation = shown.includes(shape) ? 'accepted' : 'not-shown';
  return fc.tuple(drawn, draftsOf(operation, shape, entries)).map(([scene, draft]) => ({
    operation,
    name: shape,
    kind: 'valid',
    // What is fixed counts in the totals, and stays as it is said.
    body: consistent(
      putKnown(agree(putKnown(lettersOf(draft(scene, 0) as JsonObject, scene), scene), scene), scene),
      scene,
    ),
    expectation,
  }));
}

// What has no parent in a request would come without its brothers and sisters.
function put(value: JsonValue | undefined, [name, ...rest]: readonly string[], known: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one) => put(one, [name ?? '', ...rest], known));
  if (name === undefined || !isObject(value)) return value ?? null;
  if (rest.length === 0) return { ...value, [name]: known };
  return value[name] === undefined ? value : { ...value, [name]: put(value[name], rest, known) };
}

function putAll(value: JsonValue, known: FieldValues): JsonValue {
  return Object.entries(known).reduce((made, [name, one]) => put(made, name.split('.'), one), value);
}

/** Puts what the merchant says into a body, or into each entry of a batch; nested values where their parent stands. */
function putKnown(body: JsonObject, { operation, context, known }: Scene): JsonObject {
  const { batch } = operationOf(operation);
  const { subscription } = body;
  const subscribed =
    context.subscription === undefined || !isObject(subscription)
      ? body
      : { ...body, subscription: { ...subscription, ...context.subscription } };
  if (batch === undefined) return putAll(subscribed, known) as JsonObject;
  return { ...body, [batch.field]: putAll(body[batch.field] ?? [], known) };
}
