import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { isWide, startSqueeze } from '../../schemas/media/blanks.ts';
import { limits } from '../../schemas/media/limits.ts';

/** A body as it is kept; `blanks` counts what was left out of long runs of white space. */
export interface ReadBody {
  readonly body: Uint8Array;
  readonly blanks: number;
}

/** A body is longer than may be kept; nothing more of it is read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

// A chunk of one byte takes as much memory as one of so many.
const leastCost = 256;
const mostChunks = 4096;

/** What reading a chunk counts for, in bytes. */
function costOf(chunk: Uint8Array): number {
  return Math.max(chunk.length, leastCost);
}

/**
 * Starts to keep a body of at most so many bytes chunk by chunk, exactly while it is short enough, then without its long runs
 * of blanks; all that is read of it is bounded as well. Taking a chunk throws `BodyTooLarge` as soon as that is too much.
 */
export function startKeeping(maxBytes: number, readBytes: number = limits.readBytes) {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let read = 0;
  let squeeze: ReturnType<typeof startSqueeze> | undefined;
  const keep = (chunk: Uint8Array) => {
    chunks.push(chunk);
    length += chunk.length;
    if (chunks.length >= mostChunks) chunks = [Buffer.concat(chunks)];
  };
  return {
    take(chunk: Uint8Array): void {
      read += costOf(chunk);
      if (read > readBytes) throw new BodyTooLarge();
      keep(squeeze === undefined ? chunk : squeeze.take(chunk));
      if (length <= maxBytes) return;
      if (squeeze === undefined) {
        const whole = Buffer.concat(chunks);
        squeeze = startSqueeze(isWide(whole));
        chunks = [];
        length = 0;
        keep(squeeze.take(whole));
      }
      if (length > maxBytes) throw new BodyTooLarge();
    },
    end(): ReadBody {
      if (squeeze !== undefined) keep(squeeze.end());
      const [first, second] = chunks;
      const body = second === undefined ? (first ?? new Uint8Array()) : Buffer.concat(chunks);
      return { body, blanks: squeeze?.leftOut ?? 0 };
    },
  };
}

async function* bounded(source: AsyncIterable<Uint8Array>, readBytes: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of source) {
    read += costOf(chunk);
    if (read > readBytes) throw new BodyTooLarge();
    yield chunk;
  }
}

const known = new Set(['x-gzip', 'gzip', 'deflate', 'br']);
/** More codings one over the other than anybody has a use for. */
const mostCodings = 3;

/** The codings that a Content-Encoding names, in the order in which they were applied; none where one of them is unknown. */
function codingsOf(encoding: string | undefined): readonly string[] {
  const named = (encoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const codings = named.filter((coding) => coding !== '' && coding !== 'identity');
  return codings.length <= mostCodings && codings.every((coding) => known.has(coding)) ? codings : [];
}

/** What undoes a coding, given the first byte of the body; undefined where it is none or unknown. */
function unpackerOf(coding: string | undefined, firstByte: number) {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      // Services disagree on whether a zlib header belongs to it.
      return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

/**
 * Reads and unpacks a body, never more of it than may be kept; the source is closed when it becomes too large.
 * Throws `BodyTooLarge`, and an `Error` that names the encoding where a body is not packed as it says.
 */
export async function readBody(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  maxBytes: number,
  readBytes: number = limits.readBytes,
): Promise<ReadBody> {
  const keeper = startKeeping(maxBytes, readBytes);
  const chunks = bounded(source, readBytes);
  const first = await chunks.next();
  if (first.done) return keeper.end();
  const all = async function* () {
    yield first.value;
    yield* chunks;
  };
  const codings = codingsOf(encoding);
  const unpacker = unpackerOf(codings.at(-1), first.value[0] ?? 0);
  if (unpacker === undefined) {
    for await (const chunk of all()) keeper.take(chunk);
    return keeper.end();
  }
  // Some versions of Node tell of the source that was closed, and not of why it was.
  let why: unknown;
  try {
    // What was applied last is undone first.
    const inner = codings.slice(0, -1).join(',');
    return await pipeline(all, unpacker, (unpacked: AsyncIterable<Uint8Array>) =>
      readBody(unpacked, inner, maxBytes, readBytes).catch((error: unknown) => {
        why = error;
        throw error;
      }),
    );
  } catch (error) {
    if (why instanceof BodyTooLarge) throw why;
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!/^(?:Z_|ERR_BROTLI|ERR__ERROR|BROTLI)/.test(code)) throw error;
    throw new Error(`failed to decompress '${encoding}' encoding: ${message}`);
  }
}
