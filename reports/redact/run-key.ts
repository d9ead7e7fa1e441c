import { hash, scryptSync } from 'node:crypto';
import { onceForText } from '../../schemas/once-for.ts';

// Without a start every process uses this key: equal values stay equal, nothing more is promised.
let key = '0'.repeat(64);
// One process may start many runs with the same seed and secrets, and the derivation is slow on purpose.
let derived: { readonly material: string; readonly key: string } | undefined;

/**
 * Derives the key of all tags from the seed and the run's secrets. With a secret (a signing key) in it,
 * an outsider who knows the seed still cannot test a guess against a tag.
 */
export function deriveTagKey(seed: number, secrets: readonly string[]): void {
  const material = JSON.stringify([seed, [...secrets].sort()]);
  if (derived?.material !== material) derived = { material, key: keyFrom(material) };
  key = derived.key;
}

const keyFrom = (material: string) =>
  scryptSync(material, 'payment-acquiring-conformance', 32, { N: 4096 }).toString('hex');

/** Remembers what is made of short values with the key of this run; values that occur again are common. */
export function withRunKey(make: (value: string) => string): (value: string) => string {
  let [of, known] = [key, onceForText(make)];
  return (value) => {
    if (of !== key) [of, known] = [key, onceForText(make)];
    return known(value);
  };
}

/** Sixty-four hexadecimal digits that are equal for equal values of one run; take no more of them than a mask needs. */
export const tagOf = withRunKey((value) => hash('sha256', `${key}${value}`));
