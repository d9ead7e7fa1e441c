import { expect, test } from 'vitest';
import { certificationSeed } from '../../schemas/certification.ts';
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

test('a seed that was given is given, and without one it is drawn', () => {
  expect(seedOf(file, 7, true, day)).toEqual({ seed: 7, seedFrom: { how: 'given' } });
  const drawn = seedOf(file, undefined, false, day);
  expect(drawn.seedFrom).toEqual({ how: 'random' });
});
