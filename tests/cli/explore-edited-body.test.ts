import { describe, expect, test } from 'vitest';
import { maskBody, rebind, unmaskBody } from '../../cli/explore/edited-body.ts';
import { defaultContext } from '../../generators/context.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import type { JsonObject } from '../../schemas/types.ts';

const order = (id: string, amount = '1.00') => ({ transaction_id: `T${id}`, order_no: id, amount });
const shown = { merchant_id: 'M', orders: [order('a'), order('b', '2.00')] };
const bound = { merchant_id: 'M', orders: [order('x', '7.00'), order('y', '8.00')] };
const after = (...orders: readonly object[]) => rebind({ ...shown, orders } as never, shown, bound).orders;

test('what was not edited becomes the paid order', () => {
  expect(rebind(shown, shown, bound)).toEqual(bound);
});

test('an edit stays, beside the values of the paid order', () => {
  expect(after({ ...order('a'), amount: '9' }, order('b', '2.00'))).toEqual([
    { ...order('x', '7.00'), amount: '9' },
    order('y', '8.00'),
  ]);
  expect(after({ ...order('a'), order_no: 'mine' })).toEqual([{ ...order('x', '7.00'), order_no: 'mine' }]);
});

test('entries that were moved, repeated or taken out keep their orders', () => {
  expect(after(order('b', '2.00'))).toEqual([order('y', '8.00')]);
  expect(after(order('b', '2.00'), order('a'), order('b', '2.00'))).toEqual([
    order('y', '8.00'),
    order('x', '7.00'),
    order('y', '8.00'),
  ]);
});

test('what the request did not have before stays as it is', () => {
  expect(after(order('a'), order('b', '2.00'), order('new'))).toEqual([
    order('x', '7.00'),
    order('y', '8.00'),
    order('new'),
  ]);
  expect(rebind({ more: 1 }, shown, bound)).toEqual({ more: 1 });
});

describe('masked values', () => {
  const { body } = sampleOne(validRequest('direct-payment', defaultContext, 'full'), 5);

  test('are put back where they were left alone', () => {
    const masked = maskBody(body);
    expect(JSON.stringify(masked)).not.toContain(String(body.card));
    expect(unmaskBody(masked, body)).toEqual(body);
  });

  test('give way to what was typed in their place', () => {
    const typed = { card: '4000000000000002', note: 'xxx' };
    expect(unmaskBody({ ...maskBody(body), ...typed }, body)).toEqual({ ...body, ...typed });
  });

  test('follow an entry that was moved, repeated or taken out', () => {
    const people = ['Ada', 'Grace', 'Margaret'].map((first_name) => ({ first_name, country: 'FR' }));
    const [one, two, three] = maskBody({ people }).people as JsonObject[];
    const edited = { people: [three, one, three] as JsonObject[] };
    expect(two).not.toEqual(people[1]);
    expect(unmaskBody(edited, { people })).toEqual({ people: [people[2], people[0], people[2]] });
  });
});
