import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { coveringBody, coveringPlan } from '../../generators/covering.ts';
import { drawRequest, drawRequests } from '../../generators/drawn.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { isObject } from '../../schemas/json.ts';
import { keptLately } from '../../schemas/lately.ts';
import type { JsonValue } from '../../schemas/types.ts';

test('what was made for equal words is given again until others take its place', () => {
  const made: string[] = [];
  const lately = keptLately<{ readonly text: string }>(2);
  const make = (word: string, context: { readonly prefix: string }) =>
    lately([word, context], () => {
      made.push(word);
      return { text: `${word} ${context.prefix}` };
    });
  const first = make('refund', { prefix: 'A' });
  expect(make('refund', { prefix: 'A' })).toBe(first);
  expect(make('refund', { prefix: 'B' })).toEqual({ text: 'refund B' });
  expect(make('refund', { prefix: 'A' })).toBe(first);
  expect(make('query', { prefix: 'B' })).toEqual({ text: 'query B' });
  expect(make('refund', { prefix: 'A' })).not.toBe(first);
  expect(made).toEqual(['refund', 'refund', 'query', 'refund']);
});

test('one text is a word of its own', () => {
  const lately = keptLately<object>(5);
  const [one, other, listed] = [lately('a', Object), lately('b', Object), lately(['a'], Object)];
  expect(new Set([one, other, listed]).size).toBe(3);
  expect([lately('a', Object), lately('b', Object), lately(['a'], Object)]).toEqual([one, other, listed]);
  expect(lately('a', Object)).toBe(one);
});

test('a drawn request is the one that its seed draws', () => {
  const context = { ...defaultContext, prefix: 'drawn' };
  const fresh = sample(validRequest('direct-payment', context, 'full'), 7, 3);
  expect(drawRequests('direct-payment', context, 'full', 7, 3)).toEqual(fresh);
  expect(drawRequests('direct-payment', context, 'full', 7, 3)).toEqual(fresh);
  expect(drawRequest('direct-payment', context, 'full', 7)).toEqual(fresh[0]);
  for (const other of [
    drawRequest('direct-payment', context, 'minimal', 7),
    drawRequest('direct-payment', context, 'full', 8),
    drawRequest('direct-payment', { ...context, prefix: 'other' }, 'full', 7),
  ])
    expect(other).not.toEqual(fresh[0]);
});

function freeze(value: JsonValue): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const member of isObject(value) ? Object.values(value) : value) freeze(member);
}

test('a body that carries values leaves the drawn one as it was', () => {
  const context = { ...defaultContext, prefix: 'frozen' };
  const plan = coveringPlan('payout', context, 5);
  const all = () =>
    plan.requests.map((request) => coveringBody(plan, request, request.carries, { context, seed: 5 }, '0'));
  const first = all();
  for (const body of first) freeze(body);
  expect(all()).toEqual(first);
});
