import { answerSchema } from '../../schemas/contract.ts';
import { listOf, objectOf } from '../../schemas/json.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';

/** A place in an answer where its schema says something that can be broken. */
export interface Site {
  /** Member names from the root; `[]` stands for every entry of an array. */
  readonly path: readonly string[];
  readonly clause: ClauseId;
  readonly kind: 'absent' | 'type' | 'shape' | 'sampled';
  /** Types that the schema allows there. */
  readonly types: readonly string[];
  /** Texts that miss the shape, for `shape` and `sampled`. */
  readonly misfits: readonly JsonValue[];
}

/** All sites of an operation's answer, read off its schema. */
export function sitesOf(operation: DocumentedOperationId): readonly Site[] {
  return placesOf(answerSchema(operation)).flatMap(({ schema, steps }) => [
    ...(steps.length === 0 ? [] : valueSites(schema, steps)),
    ...presenceSites(schema, steps),
    ...presenceSites(objectOf(schema.then), steps),
  ]);
}

function presenceSites(schema: JsonObject, path: readonly string[]): readonly Site[] {
  const listed = objectOf(schema.listed);
  // Features are those of the request that is answered, so they show on its own result only.
  const { subscription, token } = path.length === 0 ? objectOf(listed.when) : {};
  const names = [listed.names, listed.ifSent, subscription, token].flatMap(textsOf);
  const absent = (name: string, clause: JsonValue | undefined): Site[] =>
    typeof clause === 'string'
      ? [{ path: [...path, name], clause, kind: 'absent', types: [], misfits: [] }]
      : [];
  return [
    ...textsOf(schema.required).flatMap((name) =>
      absent(name, objectOf(objectOf(schema.clause).required)[name]),
    ),
    ...names.flatMap((name) => absent(name, listed.clause)),
  ];
}

function valueSites(schema: JsonObject, path: readonly string[]): readonly Site[] {
  const types = typeof schema.type === 'string' ? [schema.type] : textsOf(schema.type);
  const site = (keyword: string, kind: Site['kind'], misfits: readonly JsonValue[]): Site[] => {
    const clause = typeof schema.clause === 'string' ? schema.clause : objectOf(schema.clause)[keyword];
    if (typeof clause !== 'string' || (kind !== 'type' && misfits.length === 0)) return [];
    return [{ path, clause, kind, types, misfits }];
  };
  const shaped = typeof schema.pattern === 'string' ? schema : objectOf(listOf(schema.anyOf)[0]);
  const sampled = objectOf(schema.sampled);
  return [
    ...(types.length === 0 ? [] : site('type', 'type', [])),
    ...(typeof schema.pattern === 'string'
      ? site('pattern', 'shape', missesOf(schema.pattern, schema.misfits))
      : []),
    ...(schema.anyOf === undefined ? [] : site('anyOf', 'shape', missesOf(shaped.pattern, shaped.misfits))),
    // A site with one clause for everything says nothing about what samples show.
    ...(typeof schema.clause === 'string'
      ? []
      : site('sampled', 'sampled', missesOf(sampled.pattern, sampled.misfits))),
  ];
}

// A schema lists misfits of several kinds; here only texts count that miss the pattern itself.
function missesOf(pattern: JsonValue | undefined, misfits: JsonValue | undefined): readonly JsonValue[] {
  if (typeof pattern !== 'string') return [];
  const fits = new RegExp(pattern, 'u');
  return listOf(misfits).filter(
    (misfit) => typeof misfit === 'string' && misfit !== '' && !fits.test(misfit),
  );
}

function textsOf(value: JsonValue | undefined): string[] {
  return listOf(value).filter((one) => typeof one === 'string');
}
