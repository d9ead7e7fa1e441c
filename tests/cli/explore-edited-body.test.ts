import { describe, expect, test } from 'vitest';
import { maskBody, unmaskBody } from '../../cli/explore/edited-body.ts';
import { defaultContext } from '../../generators/context.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import type { JsonObject } from '../../schemas/types.ts';

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
