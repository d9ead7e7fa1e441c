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

/** A draft that nothing is drawn for, or the arbitrary of one. */
type Plan = Draft | fc.Arbitrary<Draft>;

function drawnBy(plan: Plan): fc.Arbitrary<Draft> {
  return typeof plan === 'function' ? fc.constant(plan) : plan;
}

type Keep = (name: string) => boolean | 'maybe';

function objectPlan(schema: JsonObject, path: string, keep: Keep, options: DraftOptions) {
  const members = propertiesOf(schema).filter(([name]) => name !== 'encryption_data' && keep(name) !== false);
  const names = members.map(([name]) => name);
  // What is always there and always follows from the scene is none of fast-check's business.
  const fixed: Record<string, Draft> = {};
  const drawn: Record<string, fc.Arbitrary<Draft>> = {};
  for (const [name, member] of members) {
    const plan = planOf(member, path === '' ? name : `${path}.${name}`, options);
    if (typeof plan === 'function' && keep(name) === true) fixed[name] = plan;
    else drawn[name] = drawnBy(plan);
  }
  const bodyOf =
    (chosen: Readonly<Record<string, Draft>>): Draft =>
    (scene, entry) => {
      const body: JsonObject = {};
      for (const name of names) {
        const draft = fixed[name] ?? chosen[name];
        if (draft === undefined) continue;
        body[name] = draft(partners.has(name) ? { ...scene, persona: scene.partner() } : scene, entry);
      }
      return body;
    };
  const requiredKeys = Object.keys(drawn).filter((name) => keep(name) === true);
  return fc.record(drawn, { requiredKeys }).map((chosen) => bodyOf(chosen as Record<string, Draft>));
}

interface Length {
  readonly minLength: number;
  readonly maxLength: number;
  readonly weight: number;
}

/** Mostly a few entries, else any number; fast-check's bias brings the limit itself often enough. */
function lengths(path: string, { shape, batch, limit, entries }: DraftOptions): readonly Length[] {
  const between = (minLength: number, maxLength: number, weight = 1): Length => ({
    minLength,
    maxLength,
    weight,
  });
  if (path !== batch) return [between(shape === 'any' ? 0 : 1, 3)];
  if (entries !== undefined) return [between(entries, entries)];
  if (shape === 'minimal' || limit === undefined) return [between(1, 1)];
  return [between(1, 3, 5), between(1, limit, 3)];
}

function arrayDraft(schema: JsonObject, path: string, options: DraftOptions): fc.Arbitrary<Draft> {
  const item = drawnBy(planOf(subschema(schema, 'items') ?? {}, path, options));
  const arrays = lengths(path, options).map(({ weight, ...length }) => ({
    arbitrary: fc.array(item, { ...length, size: 'max' }),
    weight,
  }));
  return fc.oneof({ withCrossShrink: true }, ...arrays).map(
    (drafts): Draft =>
      (scene) =>
        drafts.map((draft, entry) => draft(scene, entry)),
  );
}

/** Derives the arbitrary of a value from its schema, from the top of a request or from any part of it. */
export function draftOf(schema: JsonObject, path: string, options: DraftOptions): fc.Arbitrary<Draft> {
  return drawnBy(planOf(schema, path, options));
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
  if (schema.type === 'array') return arrayDraft(schema, path, options);
  const leaf = leafOf(schema, path, options.shape);
  const valueAt =
    (draw: number): Draft =>
    (scene, entry) =>
      leaf.value(scene, { path, entry }, draw);
  return leaf.varies ? fc.nat().map(valueAt) : valueAt(0);
}
