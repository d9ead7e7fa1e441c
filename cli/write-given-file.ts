import { writeFileSync } from 'node:fs';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Writes the file that `--out` names, for its owner alone where it may hold what is nobody else's business; throws one line where it cannot be written. */
export function writeGivenFile(file: string, text: string, mode?: number): void {
  try {
    writeFileSync(file, text, mode === undefined ? {} : { mode });
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`--out ${file} cannot be written (${code}).`);
  }
}
