import { closeSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32, gzipSync, inflateRawSync } from 'node:zlib';
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

/** A file that is written line by line. */
export interface LineFile {
  /** Bytes in the file so far. */
  readonly size: number;
  /** Adds a line; throws `EvidenceError`. */
  append(line: string): void;
  close(): void;
}

// Lines of a run have most of their text in common; a member of this length is packed as well as the whole.
const charactersOfMember = 1024 * 1024;

/**
 * Opens an empty file for lines. Each is passed to the operating system before `append` returns; in a packed file,
 * some are packed together as one member of gzip, the last ones by `close`.
 */
export function openLineFile(file: string, packed?: 'packed'): LineFile {
  let handle: number | undefined;
  let size = 0;
  let waiting = '';
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
  const write = () =>
    attempt(() => {
      if (handle === undefined) throw new Error('it is closed');
      const bytes = packed === undefined ? Buffer.from(waiting) : gzipSync(waiting);
      waiting = '';
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      size += bytes.length;
    });
  return {
    get size() {
      return size;
    },
    append(line) {
      waiting += `${line}\n`;
      if (packed === undefined || waiting.length >= charactersOfMember) write();
    },
    close() {
      if (handle === undefined) return;
      if (waiting !== '') write();
      closeSync(handle);
      handle = undefined;
    },
  };
}

function* chunksOf(file: string): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(1024 * 1024);
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk))
      yield Buffer.from(chunk.subarray(0, read));
  } finally {
    closeSync(handle);
  }
}

// Without names, comments or times, as this suite writes it.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
const [lengthOfHeader, lengthOfTrailer] = [10, 8];
// A text of 256 KB may take six characters for each in JSON, and an exchange has two.
const longestMember = 16 * charactersOfMember;

/** Unpacks the members of a gzip file one after the other, so that few are in memory. */
function* membersOf(file: string): Generator<Buffer> {
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; ) {
    if (!bytes.subarray(at, at + header.length).equals(header)) throw new Error('is not packed');
    const body = bytes.subarray(at + lengthOfHeader);
    // The types of Node lack this result of `info`.
    const unpacked: unknown = inflateRawSync(body, { info: true, maxOutputLength: longestMember });
    const { buffer, engine } = unpacked as { buffer: Buffer; engine: { bytesWritten: number } };
    const length = engine.bytesWritten + lengthOfTrailer;
    const trailer = body.subarray(engine.bytesWritten, length);
    if (trailer.readUInt32LE(0) !== crc32(buffer) || trailer.readUInt32LE(4) !== buffer.length)
      throw new Error('has another checksum');
    yield buffer;
    at += lengthOfHeader + length;
  }
}

interface FileLine {
  readonly text: string;
  /** False for a last line without a line end. */
  readonly whole: boolean;
}

const lineEnd = 10;

/**
 * Reads the lines of a file of any size, packed if its name ends with `.gz`. Throws `EvidenceError` if it is not a
 * regular file, and another `Error` if it cannot be unpacked.
 */
export function* readLines(file: string): Generator<FileLine> {
  // Reading a pipe could block forever.
  if (!statSync(file).isFile()) throw evidenceError('read', file, 'it is not a plain file');
  let rest: Buffer[] = [];
  for (const chunk of file.endsWith('.gz') ? membersOf(file) : chunksOf(file)) {
    let at = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, at)) {
      yield { text: Buffer.concat([...rest, chunk.subarray(at, end)]).toString('utf8'), whole: true };
      rest = [];
      at = end + 1;
    }
    if (at < chunk.length) rest.push(chunk.subarray(at));
  }
  if (rest.length > 0) yield { text: Buffer.concat(rest).toString('utf8'), whole: false };
}
