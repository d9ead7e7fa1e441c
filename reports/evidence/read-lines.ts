import { closeSync, openSync, readSync } from 'node:fs';

/** A line of a file, and where its bytes stand there. */
export interface FileLine {
  readonly text: string;
  /** False for a last line without its line end. */
  readonly whole: boolean;
}

const lineEnd = 10;

/** The lines of a file of any size. */
export function* readLines(file: string): Generator<FileLine> {
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
