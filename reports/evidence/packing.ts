import { gunzipSync, gzipSync } from 'node:zlib';
import type { JsonObject } from '../../schemas/types.ts';

// Exchanges of a run have most of their text in common, so many of them together take a tenth of the room.
const linesOfBlock = 50;
const charactersOfBlock = 1024 * 1024;
// Takes half the time of the usual 6, and 3 % more room.
const level = 4;
const longestBlock = 64 * 1024 * 1024;

/** Lines that wait to be packed together. */
export interface Block {
  /** Takes lines, and returns a line that holds all that waited when there are enough of them. */
  add(lines: readonly string[]): readonly string[];
  /** The line that holds what is left; none when nothing is. */
  flush(): readonly string[];
}

/** Starts the packing of lines into lines `{"kind":"block","lines":N,"packed":"<gzip in Base64>"}`. */
export function startBlock(): Block {
  let waiting: string[] = [];
  let size = 0;
  const flush = () => {
    if (waiting.length === 0) return [];
    const packed = gzipSync(waiting.join('\n'), { level }).toString('base64');
    const line = JSON.stringify({ kind: 'block', lines: waiting.length, packed });
    waiting = [];
    size = 0;
    return [line];
  };
  return {
    add(lines) {
      waiting.push(...lines);
      size += lines.reduce((sum, { length }) => sum + length, 0);
      return waiting.length >= linesOfBlock || size >= charactersOfBlock ? flush() : [];
    },
    flush,
  };
}

/** The lines that a line stands for: those of a block, else itself; throws on a block that is none. */
export function unpacked(line: JsonObject): readonly JsonObject[] {
  if (line.kind !== 'block') return [line];
  const bytes = Buffer.from(String(line.packed), 'base64');
  const texts = gunzipSync(bytes, { maxOutputLength: longestBlock }).toString('utf8').split('\n');
  const lines = texts.map((text): JsonObject => JSON.parse(text));
  if (lines.some(({ kind }) => kind === 'block')) throw new Error('holds a block inside a block');
  return lines;
}
