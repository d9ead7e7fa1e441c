import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that must not be there yet, and leaves no part of it where the disk is full. */
export function addFile(file: string, content: string | Uint8Array, mode = 0o666): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true });
    throw error;
  }
}

// A file that is mounted by itself cannot be replaced, and some may be written to in a folder that may not.
const notReplaced: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EBUSY', 'EXDEV', 'EROFS']);

/** Puts content in the place of a file as a whole: where the disk is full, the old content stays and nothing is left beside it. */
export function replaceFile(file: string, content: string | Uint8Array, mode?: number): void {
  // A name that no file of the user has; a secret is never there for others to read.
  const beside = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    addFile(beside, content, mode);
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    if (!notReplaced.has((error as NodeJS.ErrnoException).code)) throw error;
    writeFileSync(file, content);
  }
}
