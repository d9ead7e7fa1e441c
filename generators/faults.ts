import { requestSchema } from '../schemas/contract.ts';
import { isObject } from '../schemas/json.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../schemas/types.ts';
import { appraise, type Changed } from './appraise.ts';
import { type BaseOptions, baseOf, controlEntries } from './base.ts';
import { changePart, type Edit } from './changes/edit.ts';
import { unknownMember } from './changes/value-changes.ts';
import type { MakeContext } from './context.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { RequestCase } from './request.ts';
import { listAt, numberAt, subschema, textAt } from './schema-view.ts';

interface Fault {
  readonly name: string;
  readonly make: (body: JsonObject) => Edit | undefined;
}

const objectsMisfits: readonly JsonValue[] = ['text', 12, true, null, []];
const arraysMisfits: readonly JsonValue[] = ['text', 12, true, null, {}];

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** What a value is that a field does not take: `number -12 in place of a string`, `wrong shape "12,34"`. */
function wordsOf(value: JsonValue, type: string, otherwise: string): string {
  const [own, shown] = [typeOf(value), JSON.stringify(value)];
  if (own === type || (own === 'number' && type === 'integer')) return `${otherwise} ${shown}`;
  const written = value === null ? shown : `${own} ${shown}`;
  return `${written} in place of ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Values that a field does not take, each under words that say what is wrong with it. */
function misfitsOf({ schema, kind }: Field): readonly (readonly [words: string, value: JsonValue])[] {
  const named = (values: readonly JsonValue[], otherwise: string) =>
    values.map((value) => [wordsOf(value, textAt(schema, 'type') ?? kind, otherwise), value] as const);
  if (kind === 'object') return named(objectsMisfits, '');
  if (kind === 'array') return named(arraysMisfits, '');
  const unlike = listAt(subschema(schema, 'sampled') ?? {}, 'misfits');
  return [...named(listAt(schema, 'misfits'), 'wrong shape'), ...named(unlike, 'unlike the samples')];
}

function fieldFaults(field: Field, required: boolean): Fault[] {
  const { steps, label, schema, kind } = field;
  const misfits = misfitsOf(field).map(
    ([words, value]): Fault => ({
      name: `${label}/${words}`,
      make: (body) => changePart(body, steps, () => value),
    }),
  );
  const most = numberAt(schema, 'maxItems');
  const grown = (value: JsonValue) =>
    Array.isArray(value)
      ? Array.from({ length: (most ?? 0) + 1 }, (_none, at) => value[at % value.length] ?? {})
      : value;
  return [
    ...misfits,
    ...(required
      ? [{ name: `${label}/absent`, make: (body: JsonObject) => changePart(body, steps, () => undefined) }]
      : []),
    ...(most === undefined
      ? []
      : [
          {
            name: `${label}/${most + 1}-entries`,
            make: (body: JsonObject) => changePart(body, steps, grown),
          },
        ]),
    ...(kind === 'object' ? [unknownIn(steps, label)] : []),
  ];
}

function unknownIn(steps: readonly string[], label: string): Fault {
  const grown = (value: JsonValue) => (isObject(value) ? { ...value, [unknownMember]: 'x' } : value);
  return { name: `${label}/unknown-member`, make: (body) => changePart(body, steps, grown) };
}

/** Members that a schema names only to forbid them, such as card data in an APM payment (4.2). */
function forbiddenFaults(schema: JsonObject, { cards: [card] }: MakeContext): Fault[] {
  const patterns = Object.keys(subschema(schema, 'patternProperties') ?? {}).map(
    (pattern) => new RegExp(pattern),
  );
  return Object.entries({ ...card })
    .filter(([name]) => patterns.some((pattern) => pattern.test(name)))
    .map(([name, value]) => ({
      name: `${name}/forbidden`,
      make: (body) => ({ body: { ...body, [name]: value }, at: name }),
    }));
}

/** Lists requests that break exactly one clause on the caller: misfits of shapes, missing, unknown or extra parts. */
export function singleFaults(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
  options?: BaseOptions,
): readonly RequestCase[] {
  const schema = requestSchema(operation);
  const required = new Set(listAt(schema, 'required'));
  const baseFor = baseOf(operation, context, seed, controlEntries, options);
  const faults = [
    ...fieldsOf(schema, operationOf(operation).batch?.field).flatMap((field) =>
      fieldFaults(field, field.steps.length === 1 && required.has(field.steps[0] ?? '')),
    ),
    unknownIn([], 'body'),
    ...forbiddenFaults(schema, context),
  ];
  return faults.flatMap(({ name, make }) => {
    const edit = make(baseFor(name).body);
    if (edit === undefined) return [];
    const changed: Changed = { operation, name, kind: 'fault', gap: 'formats', ...edit };
    const made = appraise(changed);
    return made.breaks === undefined ? [] : [made];
  });
}
