import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** The lines of a file of any size; `whole` is false for a last line without its line end. */
export function* readLines(file: string): Generator<{ text: string; whole: boolean }> {
  const handle = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(1024 * 1024);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, read))).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) yield { text, whole: true };
    }
    rest += decoder.end();
    if (rest !== '') yield { text: rest, whole: false };
  } finally {
    closeSync(handle);
  }
}
