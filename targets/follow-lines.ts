import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** Follows a file that several processes append to: each call returns the complete new lines. */
export function followLines(file: string): () => readonly string[] {
  let offset = 0;
  return () => {
    if (!existsSync(file)) return [];
    const open = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(open).size - offset));
      const read = bytes.subarray(0, readSync(open, bytes, 0, bytes.length, offset));
      // An incomplete line is still being written.
      const whole = read.subarray(0, read.lastIndexOf('\n') + 1);
      offset += whole.length;
      return whole.toString('utf8').split('\n').slice(0, -1);
    } finally {
      closeSync(open);
    }
  };
}
