import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bodies from so many characters on lie on disk while a run is reported, so that thousands of long ones need no memory. */
const longestInMemory = 8 * 1024;
/** Characters of longer bodies that stay in memory all the same, those of the first thousands of exchanges: the disk is for longer runs. */
const mostInMemory = 32 * 1024 * 1024;

interface SpillFile {
  readonly handle: number;
  size: number;
}

let file: SpillFile | undefined;

/** One file for the process, without a name where the system allows it, so that nothing of it is left at any end. */
function openSpill(): SpillFile {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-spill-'));
  const handle = openSync(join(folder, 'bodies'), 'w+', 0o600);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (process.platform === 'win32') {
    process.once('exit', () => {
      closeSync(handle);
      remove();
    });
  } else remove();
  return { handle, size: 0 };
}

let held = 0;

/** Tells whether a body is put aside: a long one, once many others stay in memory. */
export function isPutAside(text: string): boolean {
  if (text.length <= longestInMemory) return false;
  if (held + text.length > mostInMemory) return true;
  held += text.length;
  return false;
}

/** Puts a text aside and returns what reads it back. */
export function spillText(text: string): () => string {
  file ??= openSpill();
  const { handle } = file;
  const bytes = Buffer.from(text, 'utf16le');
  const { length } = bytes;
  const at = file.size;
  for (let written = 0; written < length; )
    written += writeSync(handle, bytes, written, length - written, at + written);
  file.size += length;
  return () => {
    const back = Buffer.allocUnsafe(length);
    for (let read = 0; read < back.length; ) {
      const more = readSync(handle, back, read, back.length - read, at + read);
      if (more === 0) throw new Error('what was put aside of the evidence is gone');
      read += more;
    }
    return back.toString('utf16le');
  };
}
