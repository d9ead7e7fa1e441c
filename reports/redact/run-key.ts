import { hash, scryptSync } from 'node:crypto';

// Without a start every process uses this key: equal values stay equal, nothing more is promised.
let key = '0'.repeat(64);
let tags = new Map<string, string>();
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
  tags = new Map();
}

const keyFrom = (material: string) =>
  scryptSync(material, 'payment-acquiring-conformance', 32, { N: 4096 }).toString('hex');

/** Sixty-four hexadecimal digits that are equal for equal values of one run; take no more of them than a mask needs. */
export function tagOf(value: string): string {
  const known = tags.get(value);
  if (known !== undefined) return known;
  const tag = hash('sha256', `${key}${value}`);
  // Repeated values are common (shopper data of one run); the bound keeps long runs flat.
  if (tags.size > 5000) tags.clear();
  if (value.length < 200) tags.set(value, tag);
  return tag;
}
