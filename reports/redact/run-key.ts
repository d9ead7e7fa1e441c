import { hash, scryptSync } from 'node:crypto';
import { onceForText } from '../../schemas/once-for.ts';

// Without a start, every process uses this key: equal values have equal tags, with no further guarantee.
let key = '0'.repeat(64);
// A process may start many runs with the same seed and secrets, and the derivation is deliberately slow.
let derived: { readonly material: string; readonly key: string } | undefined;

/**
 * Derives the key of all tags from the seed and the run's secrets. If these include a secret (a signing key), an
 * outsider who knows the seed cannot test a guess against a tag.
 */
export function deriveTagKey(seed: number, secrets: readonly string[]): void {
  const material = JSON.stringify([seed, [...secrets].sort()]);
  if (derived?.material !== material) derived = { material, key: keyFrom(material) };
  key = derived.key;
}

/** Keeps the present key; the returned function puts it back. */
export function keepTagKey(): () => void {
  const kept = key;
  return () => {
    key = kept;
  };
}

const keyFrom = (material: string) =>
  scryptSync(material, 'payment-acquiring-conformance', 32, { N: 4096 }).toString('hex');

/** Caches the results of `make` for the key of the current run, because values often repeat. */
export function withRunKey(make: (value: string) => string): (value: string) => string {
  let [of, known] = [key, onceForText(make)];
  return (value) => {
    if (of !== key) [of, known] = [key, onceForText(make)];
    return known(value);
  };
}

/** 64 hexadecimal digits, equal for equal values of one run; a mask must use only as many as it needs. */
export const tagOf = withRunKey((value) => hash('sha256', `${key}${value}`));
