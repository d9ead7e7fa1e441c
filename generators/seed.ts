import { type Arbitrary, sample as drawSample } from 'fast-check';

/** Derives a stable 31-bit seed from a run's seed and words such as an operation and a test title. */
export function deriveSeed(seed: number, ...words: string[]): number {
  let hash = 0x811c9dc5;
  for (const letter of [String(seed), ...words].join('\u0000')) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  // FNV-1a alone gives neighbouring seeds similar high bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 1;
}

/** Draws `count` values; the same seed gives the same values. */
export function sample<Value>(arbitrary: Arbitrary<Value>, seed: number, count: number): Value[] {
  return drawSample(arbitrary, { seed, numRuns: count });
}

/** Draws one value; the same seed gives the same value. */
export function sampleOne<Value>(arbitrary: Arbitrary<Value>, seed: number): Value {
  const [value] = sample(arbitrary, seed, 1);
  if (value === undefined) throw new RangeError(`seed ${seed} draws no value`);
  return value;
}
