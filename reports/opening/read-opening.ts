import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpeningReport } from '../../schemas/opening.ts';

/** File in the reports folder that the opening of a run leaves. */
export const openingFile = 'opening.json';

/** What the opening of the run in a folder found out; undefined where there was none. */
export function readOpening(out: string): OpeningReport | undefined {
  const file = join(out, openingFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as OpeningReport) : undefined;
}
