import { expect, test } from 'vitest';
import { certificationSeed } from '../../schemas/certification.ts';
import { maskedTargetFile } from '../../targets/masked-target.ts';
import { seedOf, seedVariables } from '../../targets/seed.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';

const file = embeddedTargetFile();
const day = '2026-01-31';
const { sha256 } = maskedTargetFile(file);

test('a certification makes its seed from the day and the target file', () => {
  const { seed, seedFrom } = seedOf(file, undefined, undefined, true, day);
  expect(seedFrom.how).toBe('date-and-target');
  const date = seedFrom.how === 'date-and-target' ? seedFrom.date : '';
  expect(seed).toBe(certificationSeed(date, sha256));
  expect(seed).toBeLessThan(2 ** 31);
  expect(certificationSeed('2026-01-31', sha256)).not.toBe(certificationSeed('2026-02-01', sha256));
});

test('what a seed was made from reaches the runner, and is believed only when it fits', () => {
  const made = seedOf(file, undefined, undefined, true, day);
  const { CONFORMANCE_SEED, CONFORMANCE_SEED_FROM } = seedVariables(made);
  expect(seedOf(file, Number(CONFORMANCE_SEED), CONFORMANCE_SEED_FROM, true, day)).toEqual(made);
  expect(seedOf(file, made.seed + 1, CONFORMANCE_SEED_FROM, true, day).seedFrom).toEqual({ how: 'given' });
});

test('a seed that was given is given, and without one it is drawn', () => {
  expect(seedOf(file, 7, undefined, true, day)).toEqual({ seed: 7, seedFrom: { how: 'given' } });
  const drawn = seedOf(file, undefined, undefined, false, day);
  expect(drawn.seedFrom).toEqual({ how: 'random' });
  const { CONFORMANCE_SEED_FROM } = seedVariables(drawn);
  expect(seedOf(file, drawn.seed, CONFORMANCE_SEED_FROM, false, day)).toEqual(drawn);
});
