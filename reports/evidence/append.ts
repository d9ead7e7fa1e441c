import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { evidenceError } from './error.ts';
import type { LineBytes } from './written-lines.ts';

/** A file that grows line by line. */
export interface LineFile {
  /** Characters written so far. */
  readonly size: number;
  /** SHA-256 of all that was written so far, hexadecimal; of a file that was opened without it, of nothing. */
  readonly sha256: string;
  /** Hands the lines to the operating system before it returns; throws `EvidenceError`. */
  append(lines: readonly (string | LineBytes)[]): void;
  close(): void;
}

/** Characters up to which lines are written into memory that is there already: most exchanges are no longer. */
const usual = 64 * 1024;
// No sign takes more than three bytes for each of its units.
const room = Buffer.allocUnsafe(3 * usual);

/** The bytes of lines, good until the next call. */
function bytesOf(lines: readonly (string | LineBytes)[]): Uint8Array {
  let text = '';
  for (const line of lines) {
    if (typeof line !== 'string') return Buffer.concat(lines.flatMap(partsOf));
    text += `${line}\n`;
  }
  return text.length > usual ? Buffer.from(text) : room.subarray(0, room.write(text));
}

function partsOf(line: string | LineBytes): readonly Uint8Array[] {
  return typeof line === 'string' ? [Buffer.from(`${line}\n`)] : [line.bytes, lineEnd];
}

const lineEnd = Buffer.from('\n');

/** Opens a file for lines, empty; `summed` keeps the SHA-256 of its lines. */
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
    mkdirSync(dirname(file), { recursive: true });
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
      const bytes = bytesOf(lines);
      attempt(() => {
        if (handle === undefined) throw new Error('it is closed');
        for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      });
      if (summed) sum.update(bytes);
      size += lines.reduce((sum, { length }) => sum + length + 1, 0);
    },
    close() {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}
