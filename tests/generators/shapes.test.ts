import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { type Field, fieldsOf } from '../../generators/fields.ts';
import { sample } from '../../generators/seed.ts';
import { contradictions } from '../../generators/valid/apart.ts';
import { validRequest } from '../../generators/valid.ts';
import { coreMembersOf, requestSchema } from '../../schemas/contract.ts';
import { isObject } from '../../schemas/json.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { JsonValue } from '../../schemas/types.ts';

const operations = documentedOperations.map(({ id }) => id);

function has(value: JsonValue | undefined, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== undefined;
  if (step === '[]') return Array.isArray(value) && value.some((entry) => has(entry, rest));
  return isObject(value) && has(value[step], rest);
}

for (const operation of operations) {
  test(`a full ${operation} request has every documented field that goes with the others`, () => {
    const both = sample(validRequest(operation, { ...defaultContext, contradictions: 'kept' }, 'full'), 1, 1);
    const lacking = fieldsOf(requestSchema(operation)).filter(({ steps }) => !has(both[0]?.body, steps));
    // Only a service gives a token.
    expect(lacking.map(({ label }) => label).filter((label) => label !== 'token_id')).toEqual([]);
    for (const { body } of sample(validRequest(operation, defaultContext, 'full'), 1, 20))
      for (const { many, few } of contradictions.filter(({ many }) => has(both[0]?.body, many)))
        expect([many, few].filter((steps) => has(body, steps))).toHaveLength(1);
  });

  test(`a minimal ${operation} request has the core fields alone`, () => {
    const [made] = sample(validRequest(operation, defaultContext, 'minimal'), 1, 1);
    const core = coreMembersOf(operation).filter((name) => name !== 'encryption_data');
    expect(Object.keys(made?.body ?? {}).sort()).toEqual([...core].sort());
  });

  test(`any ${operation} request leaves out and brings in each optional field`, () => {
    const drawn = sample(validRequest(operation, defaultContext), 1, 60);
    const { batch } = operationOf(operation);
    const fixed = new Set([...coreMembersOf(operation), batch?.field]);
    const optional = fieldsOf(requestSchema(operation)).filter(
      ({ steps: [first], label }) => !fixed.has(first) && label !== 'token_id',
    );
    const present = ({ steps }: Field) => drawn.filter(({ body }) => has(body, steps)).length;
    expect(optional.filter((field) => [0, drawn.length].includes(present(field)))).toEqual([]);
  });
}

test('unicode requests hold several scripts', () => {
  const [made] = sample(validRequest('direct-payment', defaultContext, 'unicode'), 1, 1);
  const text = JSON.stringify(made?.body);
  const scripts = [
    /\p{Script=Arabic}/u,
    /\p{Script=Hebrew}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Thai}/u,
    /\p{Emoji_Presentation}/u,
  ];
  expect(scripts.filter((script) => script.test(text)).length).toBeGreaterThan(2);
});

test('long requests hold long texts in every field that people write', () => {
  const [made] = sample(validRequest('direct-payment', defaultContext, 'long'), 1, 1);
  const texts = [made?.body.note, made?.body.first_name, made?.body.billing_address].map(String);
  expect(texts.filter((text) => text.length < 255)).toEqual([]);
});

test('some requests have an empty note', () => {
  const notes = sample(validRequest('direct-payment', defaultContext), 1, 200).map(({ body }) => body.note);
  expect(notes).toContain('');
});

test('items are written in the documented encoding', () => {
  const drawn = sample(validRequest('direct-payment', defaultContext, 'full'), 1, 50).map(({ body }) =>
    String(body.items),
  );
  expect(
    drawn.filter((items) => items.split('#;#').some((record) => record.split('#,#').length !== 4)),
  ).toEqual([]);
  expect(drawn.some((items) => items.includes('#;#'))).toBe(true);
});

test('the expectation is acceptance only where every documented field stands', () => {
  const [full] = sample(validRequest('direct-payment', defaultContext, 'full'), 1, 1);
  const [any] = sample(validRequest('direct-payment', defaultContext), 1, 1);
  const [batch] = sample(validRequest('capture', defaultContext), 1, 1);
  expect([full, any, batch].map((made) => made?.expectation)).toEqual(['accepted', 'not-shown', 'accepted']);
});

test('every documented field has a label of its own', () => {
  const labels = operations.flatMap((operation) =>
    fieldsOf(requestSchema(operation)).map(({ label }) => `${operation} ${label}`),
  );
  expect(new Set(labels).size).toBe(labels.length);
});
