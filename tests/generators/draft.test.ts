import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import type { Shape } from '../../generators/request.ts';
import { sample, sampleOne } from '../../generators/seed.ts';
import { draftOf } from '../../generators/valid.ts';
import { scenes } from '../../generators/values/scene.ts';
import { requestSchema } from '../../schemas/contract.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

const scene = sampleOne(scenes('direct-payment', defaultContext, 'full'), 1);

function draw(properties: JsonObject, shape: Shape = 'full', core: readonly string[] = []): JsonValue[] {
  return sample(draftOf({ type: 'object', properties }, '', { shape, core }), 1, 100).map((draft) =>
    draft(scene, 0),
  );
}
const values = (schema: JsonObject) =>
  new Set(draw({ invented: schema }).map((body) => (body as JsonObject).invented));

test('a field that no table knows takes the examples of its schema', () => {
  expect(values({ type: 'string', examples: ['red', 'blue'] })).toEqual(new Set(['red', 'blue']));
});

test('examples that only miss a sampled shape are left out', () => {
  const sampled = { pattern: '^[A-Z]+$' };
  expect(values({ type: 'string', examples: ['red', 'RED'], sampled })).toEqual(new Set(['RED']));
});

test('listed values are all drawn', () => {
  expect(values({ type: 'string', enum: ['a', 'b', 'c'] })).toEqual(new Set(['a', 'b', 'c']));
});

test('a pattern without examples is matched', () => {
  const drawn = [...values({ type: 'string', pattern: '^[A-C]{2}-[0-9]{3}$' })];
  expect(drawn.length).toBeGreaterThan(50);
  expect(drawn.filter((value) => !/^[A-C]{2}-[0-9]{3}$/.test(String(value)))).toEqual([]);
});

test('a bare type gives a value of that type', () => {
  const kinds = (type: string) =>
    [...values({ type })].map((value) => (Array.isArray(value) ? 'array' : typeof value));
  expect(['string', 'integer', 'number', 'boolean', 'object'].map((type) => kinds(type)[0])).toEqual([
    'string',
    'number',
    'number',
    'boolean',
    'object',
  ]);
});

test('a field that is added to a request schema is generated, without and within', () => {
  const added = { type: 'string', examples: ['here'] };
  const properties = { ...(requestSchema('query').properties as JsonObject), invented: added };
  expect(draw(properties)[0]).toHaveProperty('invented', 'here');
  expect(draw({ outer: { type: 'object', properties: { inner: added } } })[0]).toEqual({
    outer: { inner: 'here' },
  });
});

test('core members always stand, the others come and go', () => {
  const member = { type: 'string', examples: ['x'] };
  const drawn = draw({ kept: member, free: member }, 'any', ['kept']) as JsonObject[];
  expect(drawn.filter(({ kept }) => kept === undefined)).toEqual([]);
  expect(new Set(drawn.map(({ free }) => free))).toEqual(new Set(['x', undefined]));
});

test('the signature is left to whoever sends', () => {
  expect(draw({ encryption_data: { type: 'string' }, other: { type: 'string' } })[0]).toEqual({
    other: 'text',
  });
});

test('what a person has comes from the one person of the scene', () => {
  const { properties } = requestSchema('direct-payment');
  const { persona } = scene;
  expect(draw(properties as JsonObject)[0]).toMatchObject({
    first_name: persona.firstName,
    last_name: persona.lastName,
    shopper_email: persona.email,
    shopper_phone: persona.phone,
    shopper_ip: persona.ip,
    document: persona.document,
    billing_city: persona.city,
    billing_state: persona.state,
    billing_postal_code: persona.postalCode,
    user_agent: persona.device.userAgent,
    os: persona.device.os,
    resolution: persona.device.resolution,
  });
});

test('arrays hold one to three entries, or none in any subset', () => {
  const lengths = (shape: Shape) =>
    new Set(
      draw({ list: { type: 'array', items: { type: 'string' } } }, shape, ['list']).map(
        (body) => ((body as JsonObject).list as JsonValue[]).length,
      ),
    );
  expect([...lengths('full')].sort()).toEqual([1, 2, 3]);
  expect([...lengths('any')].sort()).toEqual([0, 1, 2, 3]);
});
