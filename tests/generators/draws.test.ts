import { faker } from '@faker-js/faker/locale/de';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDraws, withDraws } from '../../generators/values/draws.ts';

const draws = createDraws();
const own = withDraws(faker, draws);

test('draws the numbers that Faker draws from the same seed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.integer({ min: 1, max: 1500 }),
      (seed, count) => {
        faker.seed(seed);
        draws.seed(seed);
        const max = Number.MAX_SAFE_INTEGER;
        for (let at = 0; at < count; at += 1) expect(own.number.int(max)).toBe(faker.number.int(max));
      },
    ),
    { seed: 7, numRuns: 40 },
  );
});

test('makes the texts that Faker makes from the same seed', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    faker.seed(seed);
    draws.seed(seed);
    const made = [own, faker].map(({ person, location, company }) => [
      person.fullName(),
      location.streetAddress(true),
      company.name(),
    ]);
    expect(made[0]).toEqual(made[1]);
  }
});

test('refuses a list of seeds', () => {
  expect(() => draws.seed([1, 2])).toThrow('a list of seeds is not known here');
});
