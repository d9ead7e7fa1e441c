import { randomInt } from 'node:crypto';
import { certificationSeed, type SeedSource } from '../schemas/certification.ts';
import { maskedTargetFile } from './masked-target.ts';

/** The seed of a run, and where it comes from. */
export interface ChosenSeed {
  readonly seed: number;
  readonly seedFrom: SeedSource;
}

function seedFor(date: string, targetFile: string): number {
  return certificationSeed(date, maskedTargetFile(targetFile).sha256);
}

/**
 * The seed of a run: the one that was chosen; for a certification made from the day and the target file; else a random
 * one. `from` says what a chosen seed was made from, and is believed only where making it again gives the same.
 */
export function seedOf(
  targetFile: string,
  chosen: number | undefined,
  from: string | undefined,
  isCertified: boolean,
  date: string,
): ChosenSeed {
  if (chosen !== undefined) {
    if (from === 'random') return { seed: chosen, seedFrom: { how: 'random' } };
    const isMade = from !== undefined && from !== 'given' && seedFor(from, targetFile) === chosen;
    return { seed: chosen, seedFrom: isMade ? { how: 'date-and-target', date: from } : { how: 'given' } };
  }
  if (!isCertified) return { seed: randomInt(2 ** 31), seedFrom: { how: 'random' } };
  return { seed: seedFor(date, targetFile), seedFrom: { how: 'date-and-target', date } };
}

/** The variables that hand the seed of a run, and what it was made from, to its runner and workers. */
export function seedVariables({ seed, seedFrom }: ChosenSeed): Readonly<Record<string, string>> {
  const from = seedFrom.how === 'date-and-target' ? seedFrom.date : seedFrom.how;
  return { CONFORMANCE_SEED: String(seed), CONFORMANCE_SEED_FROM: from };
}
