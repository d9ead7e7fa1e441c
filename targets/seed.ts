import { randomInt } from 'node:crypto';
import { certificationSeed, type SeedSource } from '../schemas/certification.ts';
import { maskedTargetFile } from './masked-target.ts';

/** The seed of a run, and where it comes from. */
export interface ChosenSeed {
  readonly seed: number;
  readonly seedFrom: SeedSource;
}

/** The seed of a run: the one that was chosen; for a certification made from the day and the target file; else a random one. */
export function seedOf(
  targetFile: string,
  chosen: number | undefined,
  isCertified: boolean,
  date: string,
): ChosenSeed {
  if (chosen !== undefined) return { seed: chosen, seedFrom: { how: 'given' } };
  if (!isCertified) return { seed: randomInt(2 ** 31), seedFrom: { how: 'random' } };
  const seed = certificationSeed(date, maskedTargetFile(targetFile).sha256);
  return { seed, seedFrom: { how: 'date-and-target', date } };
}
