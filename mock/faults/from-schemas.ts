import { cap, clauseOf } from '../../schemas/clauses.ts';
import { answerSchema } from '../../schemas/contract.ts';
import { changeAt, listOf, objectOf } from '../../schemas/json.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue, Medium } from '../../schemas/types.ts';
import { onAnswer } from '../manner.ts';
import type { Fault } from './fault.ts';

const words: Record<Site['kind'], { readonly id: string; readonly text: string }> = {
  absent: { id: 'absent', text: 'is absent' },
  type: { id: 'wrong-type', text: 'has the wrong type' },
  shape: { id: 'off-shape', text: 'misses its shape' },
  sampled: { id: 'off-sample', text: 'differs from the shape that the samples show' },
};

/** One fault for every documented field of an answer that is absent, of the wrong type, or off its shape. */
export const schemaFaults: readonly Fault[] = documentedOperations
  .filter(({ answers }) => answers !== 'html')
  .flatMap(({ id, answers }) => sitesOf(id).flatMap((site) => faultAt(id, site, answers) ?? []));

function faultAt(operation: DocumentedOperationId, site: Site, medium: Medium): Fault | undefined {
  // An absence shows only where the field is; every other kind needs a value to spoil.
  const spoil = spoiling(site, medium);
  if (spoil === undefined) return undefined;
  const { evidence, id: clause } = clauseOf(site.clause);
  if (evidence === 'silent') return undefined;
  const verdict = cap(evidence, 'fail');
  const names = site.path.filter((step) => step !== '[]');
  const where = names.length === 0 ? 'answer' : names.join('.');
  return {
    id: [operation, ...names, ...(site.path.at(-1) === '[]' ? ['entry'] : []), words[site.kind].id]
      .join('-')
      .replaceAll('_', '-')
      .toLowerCase(),
    clause,
    operation,
    verdict: verdict === 'warn' ? 'warn' : 'fail',
    description: `${where} of the ${operationOf(operation).title.toLowerCase()} answer ${words[site.kind].text}`,
    change: onAnswer(
      operation,
      (answer) =>
        changeAt(answer, site.path, (value) => (value === undefined ? value : spoil(value))) as JsonObject,
    ),
  };
}

type Spoil = (value: JsonValue) => JsonValue | undefined;

function spoiling(site: Site, medium: Medium): Spoil | undefined {
  switch (site.kind) {
    case 'absent':
      return () => undefined;
    case 'type':
      return wrongType(site.types, medium);
    default:
      return () => site.misfits[0];
  }
}

function wrongType(types: readonly string[], medium: Medium): Spoil | undefined {
  // XML holds text or children, nothing else.
  if (medium === 'xml') return types.includes('object') ? undefined : (value) => ({ part: value });
  if (types.includes('string'))
    return (value) =>
      typeof value === 'string' && /^[0-9]{1,12}(?:\.[0-9]{1,4})?$/.test(value) ? Number(value) : 12;
  if (types.includes('integer')) return (value) => String(value);
  return types.includes('object') ? () => 'text' : () => ({});
}

/** A place in an answer where its schema says something that can be broken. */
interface Site {
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
