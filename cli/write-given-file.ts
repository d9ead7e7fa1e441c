import { chmodSync, existsSync, lstatSync, statSync, writeFileSync } from 'node:fs';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Writes a file that a user named, for its owner alone where it may hold what is nobody else's business; throws one line where it cannot be written, and for a link to a file that does not exist, which would make a file somewhere else. */
export function writeGivenFile(file: string, content: string | Uint8Array, mode?: number): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(file))
    throw new ConfigurationError(`${file} is a link to a file that does not exist; nothing was written.`);
  try {
    writeFileSync(file, content, mode === undefined ? {} : { mode });
    // The mode of `writeFileSync` counts only for a file that is new.
    if (mode !== undefined && statSync(file).isFile()) chmodSync(file, mode);
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`${file} cannot be written (${code}).`);
  }
}
