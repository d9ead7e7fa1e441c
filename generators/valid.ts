import fc from 'fast-check';
import { coreMembersOf, requestSchema } from '../schemas/contract.ts';
import { defined } from '../schemas/defined.ts';
import { isObject } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, FieldValues, JsonObject, JsonValue } from '../schemas/types.ts';
import type { MakeContext } from './context.ts';
import { generatorOf } from './registry.ts';
import type { RequestCase, Shape } from './request.ts';
import { propertiesOf, subschema } from './schema-view.ts';
import { removeContradictions } from './valid/apart.ts';
import { leafOf } from './values/leaves.ts';
import { plainLetters } from './values/plain-letters.ts';
import { type Scene, scenes } from './values/scene.ts';

/** A value without its scene: drawing decides structure and choices, the scene decides persons and amounts. */
type Draft = (scene: Scene, entry: number) => JsonValue;

/** Options of the walk over a request schema. */
interface DraftOptions {
  readonly shape: Shape;
  /** Members that are always present; the others are optional in the shape `any`. */
  readonly core: readonly string[];
  /** The array of batch entries, which have all their members (2.9). */
  readonly batch?: string;
  /** Maximum number of batch entries (8). */
  readonly limit?: number;
  /** Fixed number of batch entries. */
  readonly entries?: number;
}

/** Members about another person than the shopper or beneficiary. */
const otherPersons: ReadonlySet<string> = new Set(['payer']);

/** The signature, which the sender adds, and a token, which only the service creates. */
const addedLater: ReadonlySet<string> = new Set(['encryption_data', 'token_id']);

/** A part of a request: what fast-check draws for it, if anything, and how a scene turns that into a value. */
interface Plan {
  readonly drawn?: fc.Arbitrary<unknown>;
  readonly make: (scene: Scene, entry: number, draw: unknown) => JsonValue;
}

/** Marks a member that the request leaves out. */
const absent = Symbol('absent');

type Keep = (name: string) => boolean | 'maybe';

interface Member {
  readonly name: string;
  readonly make: Plan['make'];
  /** Index among the drawn values; undefined for a member that is always present and depends on the scene alone. */
  readonly at: number | undefined;
  readonly isPartners: boolean;
}

function objectPlan(schema: JsonObject, path: string, keep: Keep, options: DraftOptions): Plan {
  const drawn: fc.Arbitrary<unknown>[] = [];
  const members: Member[] = [];
  for (const [name, member] of propertiesOf(schema)) {
    const kept = addedLater.has(name) ? false : keep(name);
    if (kept === false) continue;
    const plan = planOf(member, path === '' ? name : `${path}.${name}`, options);
    const always = plan.drawn === undefined && kept === true;
    const at = always ? undefined : drawn.length;
    members.push({ name, make: plan.make, at, isPartners: otherPersons.has(name) });
    if (always) continue;
    const arbitrary = plan.drawn ?? fc.constant(undefined);
    drawn.push(kept === true ? arbitrary : fc.option(arbitrary, { nil: absent }));
  }
  const make: Plan['make'] = (scene, entry, draw) => {
    const draws = draw as readonly unknown[];
    const body: JsonObject = {};
    for (const { name, make, at, isPartners } of members) {
      const own = at === undefined ? undefined : draws[at];
      if (own === absent) continue;
      body[name] = make(isPartners ? { ...scene, persona: scene.partner() } : scene, entry, own);
    }
    return body;
  };
  // A record of fast-check draws its kind last, and the next draws of a seed depend on it.
  return { drawn: fc.tuple(...drawn, fc.boolean()), make };
}

interface Length {
  readonly minLength: number;
  readonly maxLength: number;
  readonly weight: number;
}

/** Arrays with a single entry per order: it has one owner and is authenticated once. */
const single: ReadonlySet<string> = new Set(['account_owner', 'additional_information']);

/** Lengths of an array: mostly a few entries, else any number; fast-check's bias reaches the limit often enough. */
function lengths(path: string, { shape, batch, limit, entries }: DraftOptions): readonly Length[] {
  const between = (minLength: number, maxLength: number, weight = 1): Length => ({
    minLength,
    maxLength,
    weight,
  });
  if (path !== batch) return [between(shape === 'any' ? 0 : 1, single.has(path) ? 1 : 3)];
  if (entries !== undefined) return [between(entries, entries)];
  if (shape === 'minimal' || limit === undefined) return [between(1, 1)];
  return [between(1, 3, 5), between(1, limit, 3)];
}

function arrayPlan(schema: JsonObject, path: string, options: DraftOptions): Plan {
  const { drawn = fc.constant(undefined), make } = planOf(subschema(schema, 'items') ?? {}, path, options);
  const arrays = lengths(path, options).map(({ weight, ...length }) => ({
    arbitrary: fc.array(drawn, { ...length, size: 'max' }),
    weight,
  }));
  return {
    drawn: fc.oneof({ withCrossShrink: true }, ...arrays),
    make: (scene, _entry, draw) => (draw as readonly unknown[]).map((own, entry) => make(scene, entry, own)),
  };
}

function planOf(schema: JsonObject, path: string, options: DraftOptions): Plan {
  if (schema.properties !== undefined) {
    const inBatch = path !== '' && path === options.batch;
    const keep: Keep = (name) => {
      if (path === '' && options.core.includes(name)) return true;
      if (path === '' && options.shape === 'minimal') return false;
      return inBatch || options.shape !== 'any' ? true : 'maybe';
    };
    return objectPlan(schema, path, keep, options);
  }
  if (schema.type === 'array') return arrayPlan(schema, path, options);
  const leaf = leafOf(schema, path, options.shape);
  if (!leaf.varies) return { make: (scene, entry) => leaf.value(scene, { path, entry }, 0) };
  return {
    drawn: fc.nat(),
    make: (scene, entry, draw) => leaf.value(scene, { path, entry }, draw as number),
  };
}

/** Derives the arbitrary of a value from its schema, for a request or any part of it. */
export function draftOf(schema: JsonObject, path: string, options: DraftOptions): fc.Arbitrary<Draft> {
  const { drawn = fc.constant(undefined), make } = planOf(schema, path, options);
  return drawn.map(
    (draw): Draft =>
      (scene, entry) =>
        make(scene, entry, draw),
  );
}

const drafts = new Map<string, fc.Arbitrary<Draft>>();

/** The arbitrary of an operation's drafts, cached. */
function draftsOf(operation: DocumentedOperationId, shape: Shape, entries?: number): fc.Arbitrary<Draft> {
  // Walking a schema of a hundred fields costs more than drawing from it.
  const key = `${operation} ${shape} ${entries ?? 'any'}`;
  const { batch } = operationOf(operation);
  const known =
    drafts.get(key) ??
    draftOf(requestSchema(operation), '', {
      shape,
      core: coreMembersOf(operation),
      ...defined({ batch: batch?.field, limit: batch?.limit }),
      ...defined({ entries }),
    });
  drafts.set(key, known);
  return known;
}

/**
 * Draws unsigned requests that obey every clause on the caller; `entries` fixes the size of a batch. Only requests with
 * every documented field are expected to be accepted, as the document does not show what is optional, nor text lengths.
 */
export function validRequest(
  operation: DocumentedOperationId,
  context: MakeContext,
  shape: Shape = 'any',
  entries?: number,
): fc.Arbitrary<RequestCase> {
  return requestsOf(operation, shape, scenes(operation, context, shape), entries);
}

/** Draws full batches whose orders are added later; until then their entries have distinct numbers only. */
export function boundRequest(
  operation: DocumentedOperationId,
  context: MakeContext,
  entries: number,
): fc.Arbitrary<RequestCase> {
  return requestsOf(operation, 'full', scenes(operation, context, 'full', true), entries);
}

// The shape `unicode` is about other letters.
function lettersOf(body: JsonObject, { context, shape }: Scene): JsonObject {
  return context.letters === 'plain' && shape !== 'unicode' ? (plainLetters(body) as JsonObject) : body;
}

/** Removes one of two contradicting members, unless the merchant fixes the value of one. */
function withoutContradictions(body: JsonObject, { context, known, salt }: Scene): JsonObject {
  if (context.contradictions === 'kept') return body;
  const isSaid = (steps: readonly string[]) => known[steps.join('.')] !== undefined;
  return removeContradictions(body, ({ many, few }) => {
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
    // Fixed values count in the totals, and are restored afterwards.
    body: withoutContradictions(
      putKnown(agree(putKnown(lettersOf(draft(scene, 0) as JsonObject, scene), scene), scene), scene),
      scene,
    ),
    expectation,
  }));
}

// A value is not added without its parent, as it would lack its siblings.
function withKnownValue(
  value: JsonValue | undefined,
  [name, ...rest]: readonly string[],
  known: JsonValue,
): JsonValue {
  if (Array.isArray(value)) return value.map((one) => withKnownValue(one, [name ?? '', ...rest], known));
  if (name === undefined || !isObject(value)) return value ?? null;
  if (rest.length === 0) return { ...value, [name]: known };
  return value[name] === undefined ? value : { ...value, [name]: withKnownValue(value[name], rest, known) };
}

function putAll(value: JsonValue, known: FieldValues): JsonValue {
  return Object.entries(known).reduce(
    (made, [name, one]) => withKnownValue(made, name.split('.'), one),
    value,
  );
}

/** Puts the merchant's values into a body or each batch entry; nested values only where their parent exists. */
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
