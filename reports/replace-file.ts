import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents. The `recursive` option of Node never returns where the file system allows no
 * new folder but has the parent, as below `/proc`.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  // The current folder may be gone, and `.` is its own parent.
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Creates a file that must not exist; if the write fails, no partial file stays. */
export function addFile(file: string, content: string | Uint8Array, mode = 0o666): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true });
    throw withPath(error, file);
  }
}

// Where writing fails, and not opening, the error of Node does not say which file it is about.
function withPath(error: unknown, path: string): unknown {
  return Object.assign(error as object, { path });
}

// A file that is a mount point cannot be replaced, and some files are writable in a folder that is not.
const notReplaced: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EBUSY', 'EXDEV', 'EROFS']);

/** Replaces a file as a whole: if the disk is full, the old content stays and no temporary file is left. */
export function replaceFile(file: string, content: string | Uint8Array, mode?: number): void {
  // A random name, which no file of the user has. Its mode is set at creation: others can never read a secret.
  const beside = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    addFile(beside, content, mode);
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    if (!notReplaced.has((error as NodeJS.ErrnoException).code)) throw withPath(error, file);
    writeFileSync(file, content);
  }
}
