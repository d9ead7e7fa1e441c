import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { addVocabulary } from '../../schemas/contract/compiler.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { members, namesIn, namesOfUse, use } from './documented-members.ts';
import { at, files, read, requestFile, sample } from './request-files.ts';

// Stock Ajv: the schemas have to be usable without the suite.
const ajv = new Ajv2020({ strictTypes: false, allErrors: true });
addVocabulary(ajv);
for (const file of files) ajv.addSchema(read(file) as JsonObject);
const validator = (operation: string) =>
  ajv.getSchema(`https://payment-acquiring.example/schemas/${requestFile(operation)}`) as ValidateFunction;

describe.each(documentedOperations)('$id request', ({ id }) => {
  test('accepts every documented field at once', () => {
    const validate = validator(id);
    validate(sample(id));
    expect(validate.errors).toBeNull();
  });

  test('accepts what identifies it alone', () => {
    const { required } = read(requestFile(id)) as { required: string[] };
    const least = Object.fromEntries(required.map((name) => [name, sample(id)[name] as JsonValue]));
    expect(validator(id)(least)).toBe(true);
  });

  test.each(['merchant_id', 'account_id', 'encryption_data'])('asks for %s', (name) => {
    const { [name]: _left, ...rest } = sample(id);
    expect(validator(id)(rest)).toBe(false);
  });

  test('refuses a field that is not documented', () => {
    expect(validator(id)({ ...sample(id), merchantId: '1' })).toBe(false);
  });

  test.each(['{}', 'text', 12, null, [{}]])('refuses %j as a body', (body) => {
    expect(validator(id)(body)).toBe(false);
  });
});

describe('Use column of 2.2', () => {
  test.each([
    ['direct-payment', 'D'],
    ['redirect-payment', 'C'],
    ['apm-payment', 'A'],
  ])('gives %s exactly the fields of Use %s', (operation, letter) => {
    expect(Object.keys(sample(operation)).sort()).toEqual(namesOfUse(letter));
  });

  test.each(Object.entries(use))('keeps group %s in one place', (letters, names) => {
    const { $defs } = read('payment-order.schema.json') as {
      $defs: Record<string, { properties: JsonObject }>;
    };
    expect(Object.keys($defs[`order${letters}`]?.properties ?? {}).sort()).toEqual(namesIn(names));
  });

  test.each(namesIn(use.D).filter((name) => name !== 'accept'))(
    'names the clause for %s in an APM payment',
    (name) => {
      const validate = validator('apm-payment');
      validate({ ...sample('apm-payment'), [name]: '1' });
      expect(validate.errors?.map(({ keyword }) => keyword)).toEqual(['not']);
    },
  );
});

test('the members of every body are listed, those of payments in the Use column', () => {
  const listed = new Set(members.filter(([, path]) => path === '').map(([operation]) => operation));
  const others = documentedOperations.filter(({ family }) => family !== 'payment');
  expect(others.map(({ id }) => id).filter((id) => !listed.has(id))).toEqual([]);
});

describe.each(members)('%s at "%s"', (operation, path, names) => {
  test('holds exactly the documented members', () => {
    expect(Object.keys(at(sample(operation), path)).sort()).toEqual(namesIn(names));
  });

  test('is closed', () => {
    const value = sample(operation);
    at(value, path).undocumented = 'x';
    expect(validator(operation)(value)).toBe(false);
  });

  test.each(namesIn(names))('refuses null in %s', (name) => {
    const value = sample(operation);
    at(value, path)[name] = null;
    expect(validator(operation)(value)).toBe(false);
  });
});

describe.each([
  ['capture', 50],
  ['cancel', 50],
  ['refund', 50],
  ['review', 100],
] as const)('%s batch', (operation, limit) => {
  const batch = (size: number) => {
    const value = sample(operation);
    value[`${operation}_orders`] = Array.from({ length: size }, () => at(value, `${operation}_orders.0`));
    return value;
  };

  test.each([0, 1, limit - 1, limit])('takes %d entries', (size) => {
    expect(validator(operation)(batch(size))).toBe(true);
  });

  test(`refuses ${limit + 1} entries for their number alone`, () => {
    const validate = validator(operation);
    validate(batch(limit + 1));
    expect(validate.errors?.map(({ keyword }) => keyword)).toEqual(['maxItems']);
  });
});
