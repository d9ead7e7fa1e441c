import { clauseOf } from '../../schemas/clauses.ts';
import { answerSchema } from '../../schemas/contract.ts';
import { changeAt, listOf, objectOf } from '../../schemas/json.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue, Medium } from '../../schemas/types.ts';
import { onAnswer } from '../behaviour.ts';
import { type Fault, faultFrom } from './fault.ts';

/** The kinds of wrong values, each with the ends of its fault id and description. */
const kinds = {
  absent: ['absent', 'is absent'],
  type: ['wrong-type', 'has the wrong type'],
  shape: ['off-shape', 'misses its shape'],
  sampled: ['off-sample', 'differs from the shape that the samples show'],
} as const;

type Spoil = (value: JsonValue) => JsonValue | undefined;

/** A place in an answer where the schema has a rule that can be broken. */
interface Site {
  /** Member names from the root; `[]` stands for every entry of an array. */
  readonly path: readonly string[];
  readonly clause: ClauseId;
  readonly kind: keyof typeof kinds;
  /** Returns a value that breaks the rule, or undefined to remove it. */
  readonly spoil: Spoil;
}

/** For each documented field of an answer: faults that remove it, change its type or break its format. */
export const schemaFaults: readonly Fault[] = documentedOperations
  .filter(({ answers }) => answers !== 'html')
  .flatMap(({ id }) =>
    sitesOf(id)
      .filter(({ clause }) => clauseOf(clause).evidence !== 'silent')
      .map((site) => faultAt(id, site)),
  );

function faultAt(operation: DocumentedOperationId, { path, clause, kind, spoil }: Site): Fault {
  const names = path.filter((step) => step !== '[]');
  const where = names.length === 0 ? 'answer' : names.join('.');
  const [id, text] = kinds[kind];
  return faultFrom({
    id: [operation, ...names, ...(path.at(-1) === '[]' ? ['entry'] : []), id]
      .join('-')
      .replaceAll('_', '-')
      .toLowerCase(),
    clause: clauseOf(clause).id,
    operation,
    description: `${where} of the ${operationOf(operation).title.toLowerCase()} answer ${text}`,
    // A removed field shows only where it was present; every other kind needs a value to change.
    change: onAnswer(
      operation,
      (answer) =>
        changeAt(answer, path, (value) => (value === undefined ? value : spoil(value))) as JsonObject,
    ),
  });
}

function wrongType(types: readonly string[], medium: Medium): Spoil | undefined {
  // XML contains only text or child elements.
  if (medium === 'xml') return types.includes('object') ? undefined : (value) => ({ part: value });
  if (types.includes('string'))
    return (value) =>
      typeof value === 'string' && /^[0-9]{1,12}(?:\.[0-9]{1,4})?$/.test(value) ? Number(value) : 12;
  if (types.includes('integer')) return (value) => String(value);
  return types.includes('object') ? () => 'text' : () => ({});
}

/** All rules of the answer schema of an operation that can be broken. */
export function sitesOf(operation: DocumentedOperationId): readonly Site[] {
  const { answers } = operationOf(operation);
  return placesOf(answerSchema(operation)).flatMap(({ schema, steps }) => [
    ...(steps.length === 0 ? [] : valueSites(schema, steps, answers)),
    ...presenceSites(schema, steps),
    ...presenceSites(objectOf(schema.then), steps),
  ]);
}

function presenceSites(schema: JsonObject, path: readonly string[]): readonly Site[] {
  const listed = objectOf(schema.listed);
  // `subscription` and `token` depend on the request of the answer, so they show only at its root.
  const { subscription, token } = path.length === 0 ? objectOf(listed.when) : {};
  const names = [listed.names, listed.ifSent, subscription, token].flatMap(textsOf);
  const absent = (name: string, clause: JsonValue | undefined): Site[] =>
    typeof clause === 'string'
      ? [{ path: [...path, name], clause, kind: 'absent', spoil: () => undefined }]
      : [];
  return [
    ...textsOf(schema.required).flatMap((name) =>
      absent(name, objectOf(objectOf(schema.clause).required)[name]),
    ),
    ...names.flatMap((name) => absent(name, listed.clause)),
  ];
}

function valueSites(schema: JsonObject, path: readonly string[], medium: Medium): readonly Site[] {
  const types = typeof schema.type === 'string' ? [schema.type] : textsOf(schema.type);
  const site = (keyword: string, kind: Site['kind'], spoil: Spoil | undefined): Site[] => {
    const clause = typeof schema.clause === 'string' ? schema.clause : objectOf(schema.clause)[keyword];
    return typeof clause === 'string' && spoil !== undefined ? [{ path, clause, kind, spoil }] : [];
  };
  const shaped = typeof schema.pattern === 'string' ? schema : objectOf(listOf(schema.anyOf)[0]);
  return [
    ...(types.length === 0 ? [] : site('type', 'type', wrongType(types, medium))),
    ...(typeof schema.pattern === 'string' ? site('pattern', 'shape', missing(schema)) : []),
    ...(schema.anyOf === undefined ? [] : site('anyOf', 'shape', missing(shaped))),
    // A schema with one clause for all keywords has no rule that comes from samples.
    ...(typeof schema.clause === 'string'
      ? []
      : site('sampled', 'sampled', missing(objectOf(schema.sampled)))),
  ];
}

/** Returns the first misfit of the schema that breaks its pattern; misfits may also break other rules. */
function missing({ pattern, misfits }: JsonObject): Spoil | undefined {
  if (typeof pattern !== 'string') return undefined;
  const fits = new RegExp(pattern, 'u');
  const text = textsOf(misfits).find((misfit) => misfit !== '' && !fits.test(misfit));
  return text === undefined ? undefined : () => text;
}

function textsOf(value: JsonValue | undefined): string[] {
  return listOf(value).filter((one) => typeof one === 'string');
}
