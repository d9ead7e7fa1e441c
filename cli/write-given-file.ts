import { existsSync, lstatSync, writeFileSync } from 'node:fs';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Writes the file that `--out` names, for its owner alone where it may hold what is nobody else's business; throws one line where it cannot be written, and for a link that leads nowhere, which would make a file somewhere else. */
export function writeGivenFile(file: string, content: string | Uint8Array, mode?: number): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(file))
    throw new ConfigurationError(`--out ${file} is a link that leads nowhere.`);
  try {
    writeFileSync(file, content, mode === undefined ? {} : { mode });
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`--out ${file} cannot be written (${code}).`);
  }
}
