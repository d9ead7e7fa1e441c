import type { Faker, Randomizer } from '@faker-js/faker';

const [words, ahead] = [624, 397];

/**
 * The draws of Faker's own Mersenne twister, digit for digit. Seeding it is most of what a person costs: here the state is a
 * list of whole numbers that is made once, and a word of it is mixed when it is drawn.
 */
export function createDraws(): Randomizer {
  const state = new Int32Array(words);
  let next = 0;
  const word = (): number => {
    const at = next;
    const after = at + 1 === words ? 0 : at + 1;
    const mixed = ((state[at] ?? 0) & 0x80000000) | ((state[after] ?? 0) & 0x7fffffff);
    const other = state[at + ahead < words ? at + ahead : at + ahead - words] ?? 0;
    let drawn = other ^ (mixed >>> 1) ^ (-(mixed & 1) & 0x9908b0df);
    state[at] = drawn;
    next = after;
    drawn ^= drawn >>> 11;
    drawn ^= (drawn << 7) & 0x9d2c5680;
    drawn ^= (drawn << 15) & 0xefc60000;
    return (drawn ^ (drawn >>> 18)) >>> 0;
  };
  return {
    next() {
      const high = word() >>> 5;
      return (high * 0x4000000 + (word() >>> 6)) / 2 ** 53;
    },
    seed(seed) {
      if (typeof seed !== 'number') throw new RangeError('a list of seeds is not known here');
      let before = seed | 0;
      state[0] = before;
      for (let at = 1; at < words; at += 1) {
        before = (Math.imul(1812433253, before ^ (before >>> 30)) + at) | 0;
        state[at] = before;
      }
      next = 0;
    },
  };
}

type MakeFaker = new (options: {
  readonly locale: Faker['rawDefinitions'];
  readonly randomizer: Randomizer;
}) => Faker;

/** Faker with the data of another one, and draws of its own. */
export function withDraws(faker: Faker, randomizer: Randomizer): Faker {
  // By its constructor, since the module that names the class loads every language of the world.
  const Own = faker.constructor as unknown as MakeFaker;
  return new Own({ locale: faker.rawDefinitions, randomizer });
}
