import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { expandFile } from '../../schemas/contract/compile.ts';
import { addVocabulary } from '../../schemas/contract/compiler.ts';
import { isObject, type Step, valueAt } from '../../schemas/json.ts';
import { rawSchemas } from '../../schemas/message-schemas.ts';
import { placesOf as schemaPlacesOf } from '../../schemas/schema-places.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { absences, deviations } from './answer-deviations.ts';
import { answerSamples } from './answer-samples.ts';
import { without, withValue } from './corpus/edit.ts';
import { freeAnswers } from './free-answers.ts';

const base = 'https://payment-acquiring.example/schemas/';
const schemas = rawSchemas();
const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, allErrors: true, verbose: true });
addVocabulary(ajv);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

const files = Object.keys(schemas)
  .filter((file) => /\.(?:answer|page|posted)\.schema\.json$/.test(file))
  .map((file) => file.replace('.schema.json', ''));

function validatorOf(file: string): ValidateFunction {
  const validate = ajv.getSchema(`${base}${file}.schema.json`);
  if (validate === undefined) throw new Error(`${file} does not compile`);
  return validate;
}

function sampleOf(file: string): JsonObject {
  const sample = answerSamples[file];
  if (sample === undefined) throw new Error(`no sample of ${file}`);
  return sample;
}

/** A documented member: where it stands in the sample, and its schema as written. */
interface Place {
  readonly path: readonly Step[];
  readonly schema: JsonObject;
  readonly value: JsonValue | undefined;
}

/** Every documented member, in the first entry of an array. */
const placesOf = (file: string): readonly Place[] =>
  schemaPlacesOf(schemas[`${file}.schema.json`] ?? {})
    .filter(({ steps }) => steps.length > 0 && steps.at(-1) !== '[]')
    .map(({ schema, steps }) => {
      const path = steps.map((step) => (step === '[]' ? 0 : step));
      return { path, schema, value: valueAt(sampleOf(file), path) };
    });

/** What does not fit at a place, by the shapes that its schema names; empty text fits where a choice allows it. */
function misfitsOf({ schema }: Place): readonly JsonValue[] {
  const own = Array.isArray(schema.misfits) ? schema.misfits : [];
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [];
  const nothing = choices.some(({ $ref }) => $ref === '#/$defs/nothing') ? ['', null] : [''];
  const choice = choices
    .flatMap((one) => shapeMisfits(one.$ref))
    .filter((misfit) => !nothing.includes(misfit as null));
  return [...own, ...choice, ...shapeMisfits(schema.$ref)];
}

function shapeMisfits($ref: JsonValue | undefined): readonly JsonValue[] {
  const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';
  const shapes = schemas['fields.schema.json']?.$defs;
  const shape = isObject(shapes) ? shapes[name] : undefined;
  return isObject(shape) && Array.isArray(shape.misfits) ? shape.misfits : [];
}

/** The clauses that the failing keywords of a value name beside themselves, references put in place. */
function clausesBroken(file: string, value: JsonValue): readonly string[] {
  const validate = ajv.compile(expandFile(`${file}.schema.json`));
  validate(value);
  return (validate.errors ?? []).flatMap(({ keyword, params, parentSchema }) => {
    const clause = (parentSchema as JsonObject | undefined)?.clause;
    const id = isObject(clause) ? clause[keyword] : clause;
    const own = isObject(id) ? id[String((params as JsonObject).missingProperty)] : id;
    return typeof own === 'string' ? [own] : [];
  });
}

test('every answer has a schema and a sample', () => {
  expect(files.sort()).toEqual(Object.keys(answerSamples).sort());
});

describe.each(files)('%s', (file) => {
  test('compiles in stock Ajv and accepts its sample', () => {
    const validate = validatorOf(file);
    expect(validate(sampleOf(file)), JSON.stringify(validate.errors)).toBe(true);
  });

  test('refuses null for every documented member', () => {
    const accepted = placesOf(file)
      .filter(({ value }) => value !== undefined)
      .filter(({ path }) => validatorOf(file)(withValue(sampleOf(file), path, null)))
      .map(({ path }) => path.join('.'));
    // C-04: every member of the payer part may come back as nothing.
    const open = accepted.filter((path) => !/^(?:payer(?:\.|$)|source_)/.test(path));
    expect(open).toEqual([]);
    expect(accepted.includes('payer.address.city')).toBe(file === 'payout.answer');
  });
});

describe.each(files.filter((file) => !file.endsWith('.posted')))('the sample of %s', (file) => {
  test('has each documented name but the one that is ruled out', () => {
    const absent = placesOf(file).filter(({ value }) => value === undefined);
    const none: Readonly<Record<string, string>> = {
      'payout.answer': 'bank_code',
      'redirect-payment.page': 'disabled',
    };
    expect(absent.map(({ path }) => path.at(-1))).toEqual([none[file]].filter(Boolean));
  });
});

describe.each(files.filter((file) => !file.endsWith('.page')))('each field of %s', (file) => {
  test('refuses the misfits of its shape', () => {
    const places = placesOf(file).filter((place) => place.value !== undefined);
    const accepted = places.flatMap((place) =>
      misfitsOf(place)
        .filter((misfit) => validatorOf(file)(withValue(sampleOf(file), place.path, misfit)))
        .map((misfit) => `${place.path.join('.')}: ${JSON.stringify(misfit)}`),
    );
    expect(accepted).toEqual([]);
  });

  test('names a clause for every member', () => {
    const bare = placesOf(file).filter(({ schema }) => !('clause' in schema));
    expect(bare.map(({ path }) => path.join('.'))).toEqual([]);
  });
});

describe('answers that use what the document leaves open', () => {
  test.each(freeAnswers)('accepts %s', (_title, file, answer) => {
    const validate = validatorOf(file);
    expect(validate(answer), JSON.stringify(validate.errors)).toBe(true);
  });
});

const stepsOf = (path: string): Step[] =>
  path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

test.each(absences)('%s without %s breaks %s alone', (file, path, clause) => {
  const answer =
    path === 'forms.1' ? { ...sampleOf(file), forms: [] } : without(sampleOf(file), stepsOf(path));
  expect(clausesBroken(file, answer)).toEqual([clause]);
});

test.each(deviations)('%s with another %s breaks %s (%$)', (file, path, clause, value) => {
  expect(new Set(clausesBroken(file, withValue(sampleOf(file), stepsOf(path), value)))).toEqual(
    new Set([clause]),
  );
});
