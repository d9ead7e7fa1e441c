import { nat } from 'fast-check';
import { expect, test } from 'vitest';
import { deriveSeed, sample, sampleOne } from '../../generators/seed.ts';

test('a derived seed is stable', () => {
  expect(deriveSeed(7, 'refund', 'answers one result entry per order')).toBe(
    deriveSeed(7, 'refund', 'answers one result entry per order'),
  );
  expect(deriveSeed(1, 'refund')).toBe(deriveSeed(1, 'refund'));
});

test('a derived seed has 31 bits', () => {
  const seeds = Array.from({ length: 2_000 }, (_none, at) => deriveSeed(at, 'word', String(at)));
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed <= 0x7fff_ffff)).toBe(true);
});

test('other seeds, other words and other cuts between words give other seeds', () => {
  const seeds = [
    deriveSeed(1, 'a', 'b'),
    deriveSeed(2, 'a', 'b'),
    deriveSeed(1, 'b', 'a'),
    deriveSeed(1, 'ab'),
    deriveSeed(1, 'a', 'b', ''),
  ];
  expect(new Set(seeds).size).toBe(seeds.length);
});

test('neighbouring seeds do not collide', () => {
  const seeds = Array.from({ length: 10_000 }, (_none, at) => deriveSeed(at, 'refund'));
  expect(new Set(seeds).size).toBeGreaterThan(9_990);
});

test('a sample repeats for its seed', () => {
  expect(sample(nat(), 3, 20)).toEqual(sample(nat(), 3, 20));
  expect(sample(nat(), 3, 20)).not.toEqual(sample(nat(), 4, 20));
  expect(sampleOne(nat(), 3)).toBe(sample(nat(), 3, 1)[0]);
});
