import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defined } from '../../schemas/defined.ts';
import { table } from '../../schemas/table.ts';
import { makeFolder } from '../replace-file.ts';

/** Evidence could not be written or read; the message is one line with file and reason. */
class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
}

/** The meanings of error codes of the file system. */
export const reasons: Readonly<Record<string, string>> = table({
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open',
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such file or folder',
  EEXIST: 'there is a file of this name',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
});

/** Describes an error of the file system. */
export function evidenceError(action: string, file: string, cause: unknown): EvidenceError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  const error = new EvidenceError(`evidence cannot be ${action}: ${file}: ${reason}`, { cause });
  return Object.assign(error, defined({ code: code || undefined, path: file }));
}

/** Returns whether an error came from the system, such as a full disk, and not from what a file holds. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof EvidenceError || (error instanceof Error && 'syscall' in error);
}

/** Makes a folder for temporary files; `kind` is a part of its name. Throws `EvidenceError` if none can be made. */
export function temporaryFolder(kind: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `conformance-${kind}-`));
  } catch (cause) {
    throw temporaryError(cause);
  }
}

/** An error of the system at a temporary file, which names the folder that the user can choose; others stay. */
export function temporaryError(cause: unknown): unknown {
  if (cause instanceof EvidenceError || !isOfSystem(cause)) return cause;
  return evidenceError('read', `the temporary folder ${tmpdir()}`, cause);
}

/** A file that is written line by line. */
export interface LineFile {
  /** Characters written so far. */
  readonly size: number;
  /** Hexadecimal SHA-256 of everything written so far; of nothing if the file was opened without `summed`. */
  readonly sha256: string;
  /** Passes the lines to the operating system before it returns; throws `EvidenceError`. */
  append(lines: readonly string[]): void;
  close(): void;
}

/** Opens an empty file for lines; `summed` computes the SHA-256 of its lines. */
export function openLineFile(file: string, summed = false): LineFile {
  let handle: number | undefined;
  let size = 0;
  const sum = createHash('sha256');
  const attempt = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (cause) {
      throw evidenceError('written', file, cause);
    }
  };
  handle = attempt(() => {
    makeFolder(dirname(file));
    return openSync(file, 'w', 0o600);
  });
  return {
    get size() {
      return size;
    },
    get sha256() {
      return sum.copy().digest('hex');
    },
    append(lines) {
      const text = lines.map((line) => `${line}\n`).join('');
      const bytes = Buffer.from(text);
      attempt(() => {
        if (handle === undefined) throw new Error('it is closed');
        for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      });
      if (summed) sum.update(bytes);
      size += text.length;
    },
    close() {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}

interface FileLine {
  readonly text: string;
  /** False for a last line without a line end. */
  readonly whole: boolean;
}

const lineEnd = 10;

/** Reads the lines of a file of any size; throws `EvidenceError` if it is not a regular file. */
export function* readLines(file: string): Generator<FileLine> {
  // Reading a pipe could block forever.
  if (!statSync(file).isFile()) throw evidenceError('read', file, 'it is not a plain file');
  const handle = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(1024 * 1024);
    let before: Buffer[] = [];
    const lineOf = (last: Buffer, whole: boolean): FileLine => {
      const line = before.length === 0 ? last : Buffer.concat([...before, last]);
      before = [];
      return { text: line.toString('utf8'), whole };
    };
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) {
      const some = chunk.subarray(0, read);
      let at = 0;
      for (let end = some.indexOf(lineEnd); end !== -1; end = some.indexOf(lineEnd, at)) {
        yield lineOf(some.subarray(at, end), true);
        at = end + 1;
      }
      if (at < read) before.push(Buffer.from(some.subarray(at)));
    }
    if (before.length > 0) yield lineOf(Buffer.alloc(0), false);
  } finally {
    closeSync(handle);
  }
}
