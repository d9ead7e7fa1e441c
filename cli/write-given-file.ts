import { existsSync, lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { addFile, makeFolder, replaceFile } from '../reports/replace-file.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';

/**
 * Writes a file that the user named. An existing file is replaced as a whole or kept. `mode` sets its permissions.
 * Throws if it cannot be written or is a link to a missing file.
 */
export function writeGivenFile(file: string, content: string | Uint8Array, mode?: number): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(file))
    throw new ConfigurationError(`${file} is a link to a file that does not exist; nothing was written.`);
  const old = statSync(file, { throwIfNoEntry: false });
  if (old === undefined) {
    writeNewFile(file, content, mode);
    return;
  }
  withPlainError(file, () => {
    // A device or a pipe is written to, since it cannot be replaced.
    if (!old.isFile() || /^\/(?:dev|proc)\//.test(file)) writeFileSync(file, content);
    else replaceFile(realpathSync(file), content, mode ?? old.mode & 0o777);
  });
}

/** Writes a new file; throws if it exists or cannot be written, and leaves no part of it. */
export function writeNewFile(file: string, content: string | Uint8Array, mode?: number): void {
  withPlainError(file, () => addFile(file, content, mode));
}

/** Makes the folder of a file that the user named, with permissions `mode`; throws if it cannot be made. */
export function makeFolderOf(file: string, mode?: number): void {
  withPlainError(file, () => makeFolder(dirname(file), mode));
}

function withPlainError(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    // A full disk is not wrong use: the command ends with 4, as all others do.
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    throw new ConfigurationError(`${file} cannot be written (${code}).`);
  }
}
