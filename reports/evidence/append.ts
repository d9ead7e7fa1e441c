import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { evidenceError } from './error.ts';

/** A file that grows line by line. */
export interface LineFile {
  /** Characters written so far. */
  readonly size: number;
  /** SHA-256 of all that was written so far, hexadecimal; of a file that was opened without it, of nothing. */
  readonly sha256: string;
  /** Hands the lines to the operating system before it returns; throws `EvidenceError`. */
  append(lines: readonly string[]): void;
  close(): void;
}

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
