import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpeningReport } from '../../schemas/opening.ts';

/** File in the reports folder that the opening of a run leaves. */
export const openingFile = 'opening.json';

/** What the opening of the run in a folder found out; undefined where there was none, and where the file is no report of one. */
export function readOpening(out: string): OpeningReport | undefined {
  const file = join(out, openingFile);
  if (!existsSync(file)) return undefined;
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as OpeningReport | null;
    return Array.isArray(read?.steps) ? read : undefined;
  } catch {
    return undefined;
  }
}
