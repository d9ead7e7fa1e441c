import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { words } from '../../schemas/contract/compiler.ts';
import { buildOpenApi, componentName } from '../../schemas/openapi.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { without } from './corpus/edit.ts';
import { requests } from './corpus/requests.ts';

const document = buildOpenApi();
const components = (document.components as JsonObject).schemas as JsonObject;

function* nodesOf(value: JsonValue): Generator<JsonObject> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(value)) yield* nodesOf(part);
}

// Below "properties" stand names of fields, and below an extension whatever it likes.
function* keywordsOf(schema: JsonValue): Generator<string> {
  if (schema === null || typeof schema !== 'object') return;
  if (Array.isArray(schema)) for (const part of schema) yield* keywordsOf(part);
  else {
    for (const [keyword, part] of Object.entries(schema)) {
      yield keyword;
      if (keyword === 'properties') yield* keywordsOf(Object.values(part as JsonObject));
      else if (!keyword.startsWith('x-')) yield* keywordsOf(part);
    }
  }
}

describe('the OpenAPI document', () => {
  test('has one POST per path, the two payments sharing theirs', () => {
    const paths = document.paths as JsonObject;
    const documented = [...new Set(documentedOperations.map(({ path }) => path))];
    expect(documented.length).toBe(documentedOperations.length - 1);
    expect(Object.keys(paths)).toEqual(documented);
    expect(Object.values(paths).map((path) => Object.keys(path as JsonObject))).toEqual(
      documented.map(() => ['post']),
    );
  });

  test('states 400 and 404 for the APM payment only', () => {
    const stated = [...nodesOf(document.paths as JsonObject)].filter((node) => '400' in node);
    expect(stated.length).toBe(1);
  });

  test('resolves every reference inside itself', () => {
    const references = [...nodesOf(document)]
      .map(({ $ref }) => $ref)
      .filter((ref) => typeof ref === 'string');
    expect(references.length).toBeGreaterThan(100);
    expect(
      references.filter((ref) => !(String(ref).replace('#/components/schemas/', '') in components)),
    ).toEqual([]);
  });

  test('holds none of our own keywords', () => {
    const keywords = Object.values(components).flatMap((component) => [...keywordsOf(component)]);
    expect(words.filter((word) => keywords.includes(word))).toEqual([]);
    expect(keywords).toContain('x-clause');
  });

  test.each(documentedOperations.filter(({ id }) => id !== 'redirect-payment'))(
    'lets a stock validator pass the corpus: $id',
    ({ id }) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: true });
      ajv.addSchema({ $id: 'openapi', components: { schemas: components } });
      const check = (file: string, value: JsonValue) =>
        ajv.validate({ $ref: `openapi#/components/schemas/${componentName(file)}` }, value);
      const answer = answers[id as keyof typeof answers];
      expect(check(`${id}.request`, requests[id])).toBe(true);
      expect(check(`${id}.answer`, answer)).toBe(true);
      expect(check(`${id}.request`, without(requests[id], ['merchant_id']))).toBe(false);
    },
  );

  const readers = {
    'draft-07': () => new Ajv({ strict: false, validateFormats: false, logger: false }),
    '2019-09 without closed lists': () =>
      new Ajv2019({ strict: false, validateFormats: false, unevaluated: false }),
    '2020-12': () => new Ajv2020({ strict: false, validateFormats: false }),
  };
  const payments = {
    direct: requests['direct-payment'],
    'direct with fields of both': without(requests['direct-payment'], ['subscription']),
    APM: requests['apm-payment'],
    'APM with an address': { ...requests['apm-payment'], billing_country: 'PT' },
    'APM with a person': { ...requests['apm-payment'], person: { email: 'ines@example.com' } },
  };
  test.each(
    Object.keys(readers).flatMap((reader) =>
      Object.keys(payments).map((payment) => [reader, payment] as const),
    ),
  )('has a payment path that a reader of %s passes: %s', (reader, payment) => {
    const ajv = readers[reader as keyof typeof readers]();
    ajv.addSchema({ $id: 'openapi', paths: document.paths, components: { schemas: components } });
    const $ref = 'openapi#/paths/~1v1~1authorise/post/requestBody/content/application~1json/schema';
    const isRight = (value: JsonValue) => ajv.validate({ $ref }, value);
    const value = payments[payment as keyof typeof payments] as JsonObject;
    expect(isRight(value)).toBe(true);
    expect(isRight({ ...value, amount: 48.2 })).toBe(false);
    expect(isRight(without(value, ['merchant_id']))).toBe(false);
  });

  test('demands nowhere that exactly one of several schemas fits', () => {
    expect([...nodesOf(document)].filter((node) => 'oneOf' in node)).toEqual([]);
  });
});
