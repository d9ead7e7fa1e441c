import { existsSync, lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { addFile, replaceFile } from '../reports/replace-file.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Writes a file that a user named, for its owner alone where it may hold what is nobody else's business; throws one line where it cannot be written, and for a link to a file that does not exist, which would make a file somewhere else. What is there is replaced as a whole, or stays. */
export function writeGivenFile(file: string, content: string | Uint8Array, mode?: number): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(file))
    throw new ConfigurationError(`${file} is a link to a file that does not exist; nothing was written.`);
  const old = statSync(file, { throwIfNoEntry: false });
  if (old === undefined) {
    writeNewFile(file, content, mode);
    return;
  }
  worded(file, () => {
    // A device or a pipe takes what it is given, and nothing can be put in its place.
    if (!old.isFile() || /^\/(?:dev|proc)\//.test(file)) writeFileSync(file, content);
    else replaceFile(realpathSync(file), content, mode ?? old.mode & 0o777);
  });
}

/** Writes a file that must not be there yet; throws one line where it is or cannot be written, and leaves no part of it. */
export function writeNewFile(file: string, content: string | Uint8Array, mode?: number): void {
  worded(file, () => addFile(file, content, mode));
}

function worded(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`${file} cannot be written (${code}).`);
  }
}
