import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { clauseOf } from '../../schemas/clauses.ts';
import { addVocabulary } from '../../schemas/contract/compiler.ts';
import {
  answerSchema,
  inspectRequest,
  rawSchemas,
  requestSchema,
  secretClassOf,
  validateAnswer,
  validateRequest,
} from '../../schemas/contract.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { wordsOf } from '../../schemas/findings/words.ts';
import { objectOf } from '../../schemas/json.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { without, withValue } from './corpus/edit.ts';
import { requests } from './corpus/requests.ts';

const ids = documentedOperations.map(({ id }) => id);
const breach = (clause: string, path: string) => expect.objectContaining({ clause, path });

function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([name, part]) => [name, ...textsOf(part)]);
}

describe('the message schemas', () => {
  const options = { strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true } as const;

  test.each<[string, () => Ajv2020]>([
    ['with the vocabulary', () => addVocabulary(new Ajv2020(options))],
    [
      'that takes every keyword and format it does not know for an annotation',
      () => new Ajv2020({ strict: false, validateFormats: false }),
    ],
  ])('load into a stock Ajv %s', (_which, create) => {
    const ajv = create();
    const schemas = Object.values(rawSchemas());
    ajv.addSchema(schemas as JsonObject[]);
    const compiled = schemas.map((schema) => ajv.getSchema(String(schema.$id)));
    expect(compiled.filter((validate) => typeof validate !== 'function')).toEqual([]);
  });

  test.each(['clause', 'listed', 'secret'] as const)('refuse a malformed %s in a stock Ajv', (word) => {
    const ajv = addVocabulary(new Ajv2020({ strict: true }));
    expect(() => ajv.compile({ [word]: { nonsense: 5 } })).toThrow();
  });

  test.each(ids)('leave no reference in the expanded schemas: %s', (id) => {
    expect(textsOf(requestSchema(id)).filter((text) => text === '$ref')).toEqual([]);
    expect(textsOf(answerSchema(id)).filter((text) => text === '$ref')).toEqual([]);
  });

  test.each(ids)('show all fields of a request as plain properties: %s', (id) => {
    const fields = Object.keys(requestSchema(id).properties as JsonObject);
    expect(fields).toEqual(expect.arrayContaining(Object.keys(requests[id])));
  });
});

describe('a request check', () => {
  test.each(ids)('passes the request of the corpus: %s', (id) => {
    expect(validateRequest(id, requests[id])).toEqual([]);
  });

  test('names clause and path of what is broken', () => {
    const odd = withValue(requests.capture, ['capture_orders', 1, 'amount'], 12.34);
    expect(validateRequest('capture', odd)).toEqual([
      {
        clause: '2.9/request/amount/decimal',
        keyword: 'type',
        path: 'capture_orders[1].amount',
        kind: 'type',
        expected: say('such-as', [], 'a decimal string', '"12.34"'),
        received: sayValue(12.34),
        value: 12.34,
      },
    ]);
  });

  test('does not count what only samples show', () => {
    expect(
      validateRequest('capture', withValue(requests.capture, ['capture_orders', 1, 'amount'], '12.345')),
    ).toEqual([]);
    expect(validateRequest('query', { ...requests.query, encryption_data: 'plain' })).toEqual([]);
  });

  test('looks at what only samples show all the same', () => {
    expect(inspectRequest('capture', requests.capture).exercised).toContain(
      '5.2/request/encryption_data/hex64',
    );
  });

  test.each([
    ['tok-1', []],
    [' ', ['4.1/request/card-data/present']],
  ])('asks for no card data beside the token %j of a stored card', (token_id, broken) => {
    const { card: _card, security_code: _code, ...others } = requests['direct-payment'];
    const breaches = validateRequest('direct-payment', { ...others, token_id });
    expect([...new Set(breaches.map(({ clause }) => clause))]).toEqual(broken);
  });

  test('refuses a payment field that its Use column does not name', () => {
    const breaches = validateRequest('apm-payment', { ...requests['apm-payment'], installments: '3' });
    expect(breaches).toEqual([breach('2.2/apm-payment/closed', 'installments')]);
  });

  test.each([null, 7, 'text', [], true])('survives a body that is no object: %j', (body) => {
    expect(validateRequest('payout', body).length).toBeGreaterThan(0);
  });
});

describe('an answer check', () => {
  test('reports what only samples show under its own clause', () => {
    const odd = withValue(answers.capture, ['capture_orders', 0, 'amount'], '12.345');
    expect(validateAnswer('capture', odd).breaches).toEqual([
      breach('2.9/amount/two-digits', 'capture_orders[0].amount'),
    ]);
  });

  test('says once what is wrong with a value', () => {
    const odd = withValue(answers.capture, ['capture_orders', 0, 'amount'], 'twelve');
    expect(validateAnswer('capture', odd).breaches).toEqual([
      breach('2.9/amount/decimal', 'capture_orders[0].amount'),
    ]);
  });

  test.each(ids)('names the type of a whole answer, not what it is about: %s', (id) => {
    const { breaches } = validateAnswer(id, 'OK', { request: {}, features: new Set() });
    expect(breaches.map(({ expected }) => expected)).toEqual([say('type', [], 'an object')]);
  });
  test('expects listed members of the result only if they were sent', () => {
    const answer = without(answers.payout, ['reference']);
    const { reference: _reference, ...unsent } = requests.payout;
    expect(validateAnswer('payout', answer, { request: requests.payout }).breaches).toEqual([
      breach('2.13/result/listed', 'reference'),
    ]);
    expect(validateAnswer('payout', answer, { request: unsent }).breaches).toEqual([]);
  });

  test('expects members of a feature only if it was used', () => {
    const answer = without(answers['direct-payment'], ['recurring_id']);
    const features = new Set(['subscription', 'token'] as const);
    expect(validateAnswer('direct-payment', answer, { features }).breaches).toEqual([
      breach('2.6/respon/listed', 'recurring_id'),
    ]);
    expect(validateAnswer('direct-payment', answer).breaches).toEqual([]);
  });

  test('counts only clauses that were looked at', () => {
    const { exercised } = validateAnswer('query', { ...answers.query, orders_list: [] });
    expect(validateAnswer('query', answers.query).exercised).toContain('2.10/orders_list/array');
    expect(exercised).not.toContain('2.10/orders_list/array');
    expect(exercised).not.toContain('2.10/transaction_date/shape');
  });

  test('collects undocumented members at every documented object', () => {
    const odd = withValue(withValue(answers.payout, ['trace'], 1), ['beneficiary', 'address', 'zone'], 'x');
    expect(validateAnswer('payout', odd).undocumented).toEqual(
      expect.arrayContaining([
        { pointer: '', name: 'trace', type: 'number' },
        { pointer: '/beneficiary/address', name: 'zone', type: 'string' },
      ]),
    );
  });

  test.each([
    ['currency', 'curency'],
    ['currency', 'Currency'],
    ['currency', 'curr_ency'],
  ])('takes a near spelling for the cause of an absence: %s as %s', (name, near) => {
    const [first = {}] = answers.capture.capture_orders as JsonObject[];
    const { [name]: value = '', ...rest } = first;
    const { breaches } = validateAnswer('capture', {
      ...answers.capture,
      capture_orders: [{ ...rest, [near]: value }],
    });
    expect(breaches).toEqual([breach('2.14/near-spelling', `capture_orders[0].${near}`)]);
  });

  test('tells of a near spelling beside a member whose presence is stated', () => {
    const [first = {}] = answers.capture.capture_orders as JsonObject[];
    const { transaction_id = '', ...rest } = first;
    const { breaches } = validateAnswer('capture', {
      ...answers.capture,
      capture_orders: [{ ...rest, transactionId: transaction_id }],
    });
    expect(breaches.map(({ path, received }) => `${path}: ${wordsOf(received)}`)).toEqual([
      'capture_orders[0].transaction_id: none, but a member "transactionId"',
    ]);
  });

  test('does not take another word for a near spelling', () => {
    const [first = {}] = answers.capture.capture_orders as JsonObject[];
    const { currency: _currency, ...rest } = first;
    const { breaches } = validateAnswer('capture', {
      ...answers.capture,
      capture_orders: [{ ...rest, country: 'DE' }],
    });
    expect(breaches).toEqual([breach('2.9/capture_orders/listed', 'capture_orders[0].currency')]);
  });

  test('writes out a hundred breaches of a clause and counts the rest', () => {
    const [first = {}] = answers.capture.capture_orders as JsonObject[];
    const many = Array.from({ length: 150 }, () => ({ ...first, amount: 5 }));
    const { breaches } = validateAnswer('capture', { ...answers.capture, capture_orders: many });
    expect(breaches.length).toBe(100);
    expect(breaches.at(-1)?.more).toBe(50);
  });
});

describe('the names of the contract', () => {
  test.each([
    ['card', 'card'],
    ['security_code', 'security-code'],
    ['signInfo', 'signature'],
    ['encryption_data', 'signature'],
    ['shopper_email', 'personal'],
    ['amount', undefined],
  ])('class %s as %s', (name, secret) => {
    expect(secretClassOf(name)).toBe(secret);
  });
});

describe('a field of a request and of its answer', () => {
  const isSure = ({ clause = null }: JsonObject) =>
    Object.entries(typeof clause === 'string' ? { value: clause } : objectOf(clause))
      .filter(([keyword]) => keyword !== 'required' && !keyword.endsWith('Properties'))
      .some(([, id]) => typeof id === 'string' && /stated|conflicting/.test(clauseOf(id).evidence));
  const shared = documentedOperations.flatMap(({ id }) => {
    const placesIn = (schema: JsonObject) =>
      new Map(
        placesOf(schema).map((place) => [place.steps.join('.').replace(/^respon\.?/, ''), place.schema]),
      );
    const answered = placesIn(answerSchema(id));
    return [...placesIn(requestSchema(id))].flatMap(([path, asked]) => {
      const shown = answered.get(path);
      return path === '' || shown === undefined ? [] : [{ id, path, asked, shown }];
    });
  });

  test('has a stated type in both or in neither, but for the part of the payer (C-04)', () => {
    expect(shared.length).toBeGreaterThan(140);
    const apart = shared.filter(({ asked, shown }) => isSure(asked) !== isSure(shown));
    expect(apart.map(({ id, path }) => `${id} ${path}`)).toEqual([
      'payout payer.additional_info',
      'payout payer.address',
    ]);
  });
});
