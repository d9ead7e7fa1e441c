import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import type { Shape } from '../request.ts';
import { propertiesOf, subschema } from '../schema-view.ts';
import { leafOf } from '../values/leaves.ts';
import type { Scene } from '../values/scene.ts';

/** A value that waits for its scene: drawing decides structure and choices, the scene decides who and how much. */
export type Draft = (scene: Scene, entry: number) => JsonValue;

/** What the walk over a request schema has to know. */
export interface DraftOptions {
  readonly shape: Shape;
  /** Members that are always there; the others come and go in the shape `any`. */
  readonly core: readonly string[];
  /** Array of entries whose members all belong together (2.9). */
  readonly batch?: string;
  /** Most entries of the batch (8). */
  readonly limit?: number;
  /** Number of entries of the batch, when it is fixed. */
  readonly entries?: number;
}

/** Members whose people are not the shopper or beneficiary. */
const partners: ReadonlySet<string> = new Set(['payer']);

/** The signature, which whoever sends makes, and a token, which only the service gives. */
const givenByOthers: ReadonlySet<string> = new Set(['encryption_data', 'token_id']);

/** A part of a request: what fast-check draws of it, where it draws anything, and what becomes of that in a scene. */
interface Plan {
  readonly drawn?: fc.Arbitrary<unknown>;
  readonly make: (scene: Scene, entry: number, draw: unknown) => JsonValue;
}

/** Stands for a member that this request leaves out. */
const absent = Symbol('absent');

type Keep = (name: string) => boolean | 'maybe';

interface Member {
  readonly name: string;
  readonly make: Plan['make'];
  /** Its place among what is drawn; what always stands and always follows from the scene is none of fast-check's business. */
  readonly at: number | undefined;
  readonly isPartners: boolean;
}

function objectPlan(schema: JsonObject, path: string, keep: Keep, options: DraftOptions): Plan {
  const drawn: fc.Arbitrary<unknown>[] = [];
  const members: Member[] = [];
  for (const [name, member] of propertiesOf(schema)) {
    const kept = givenByOthers.has(name) ? false : keep(name);
    if (kept === false) continue;
    const plan = planOf(member, path === '' ? name : `${path}.${name}`, options);
    const always = plan.drawn === undefined && kept === true;
    const at = always ? undefined : drawn.length;
    members.push({ name, make: plan.make, at, isPartners: partners.has(name) });
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
  // A record of fast-check draws its kind last, and what a seed draws next depends on it.
  return { drawn: fc.tuple(...drawn, fc.boolean()), make };
}

interface Length {
  readonly minLength: number;
  readonly maxLength: number;
  readonly weight: number;
}

/** Arrays of which an order has one entry: it has one owner, and is authenticated once. */
const single: ReadonlySet<string> = new Set(['account_owner', 'additional_information']);

/** Mostly a few entries, else any number; fast-check's bias brings the limit itself often enough. */
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

/** Derives the arbitrary of a value from its schema, from the top of a request or from any part of it. */
export function draftOf(schema: JsonObject, path: string, options: DraftOptions): fc.Arbitrary<Draft> {
  const { drawn = fc.constant(undefined), make } = planOf(schema, path, options);
  return drawn.map(
    (draw): Draft =>
      (scene, entry) =>
        make(scene, entry, draw),
  );
}
