import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** Follows a file to which several processes append lines: each call gives the whole lines that came since the last one. */
export function followLines(file: string): () => readonly string[] {
  let offset = 0;
  return () => {
    if (!existsSync(file)) return [];
    const open = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(open).size - offset));
      const read = bytes.subarray(0, readSync(open, bytes, 0, bytes.length, offset));
      // A line without its end is still being written.
      const whole = read.subarray(0, read.lastIndexOf('\n') + 1);
      offset += whole.length;
      return whole.toString('utf8').split('\n').slice(0, -1);
    } finally {
      closeSync(open);
    }
  };
}
