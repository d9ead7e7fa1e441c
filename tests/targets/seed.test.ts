import { expect, test } from 'vitest';
import { certificationSeed, contractSeed } from '../../schemas/certification.ts';
import { maskedTargetFile } from '../../targets/file/masked-target.ts';
import { embeddedTargetFile, seedOf } from '../../targets/settings.ts';

const file = embeddedTargetFile();
const day = '2026-01-31';
const { sha256 } = maskedTargetFile(file);

test('a certification makes its seed from the day and the target file', () => {
  const { seed, seedFrom } = seedOf(file, undefined, true, day);
  expect(seedFrom.how).toBe('date-and-target');
  const date = seedFrom.how === 'date-and-target' ? seedFrom.date : '';
  expect(seed).toBe(certificationSeed(date, sha256));
  expect(seed).toBeLessThan(2 ** 31);
  expect(certificationSeed('2026-01-31', sha256)).not.toBe(certificationSeed('2026-02-01', sha256));
});

test('a seed that was given is given, and random draws one, for a certification too', () => {
  expect(seedOf(file, 7, true, day)).toEqual({ seed: 7, seedFrom: { how: 'given' } });
  for (const isCertified of [true, false])
    expect(seedOf(file, 'random', isCertified, day).seedFrom).toEqual({ how: 'random' });
});

test('the usual seed is the same for one contract and differs for another', () => {
  const made = () => seedOf(file, undefined, false, day);
  expect(made()).toEqual(made());
  expect(made().seedFrom).toEqual({ how: 'contract' });
  const [one, other] = [contractSeed(`0007${'a'.repeat(60)}`), contractSeed(`ffff${'a'.repeat(60)}`)];
  expect([one, other]).toEqual([7, 65_535]);
});
