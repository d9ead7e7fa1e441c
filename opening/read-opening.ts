import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpeningReport } from '../schemas/opening.ts';

/** Name of the file, in the folder of a run, that holds what its opening found out. */
export const openingFile = 'opening.json';

/** Reads what the opening of a run found out; undefined when it had none. */
export function readOpening(out: string): OpeningReport | undefined {
  const file = join(out, openingFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as OpeningReport) : undefined;
}
