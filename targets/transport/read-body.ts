import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
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

const inflate = (bytes: Uint8Array, options: ZlibOptions) =>
  // Services disagree on whether a zlib header belongs to it.
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);

/** What undoes each coding of a Content-Encoding. */
const unpackers = new Map<string, (bytes: Uint8Array, options: ZlibOptions) => Uint8Array>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflate],
  ['br', brotliDecompressSync],
]);
/** More codings one over the other than anybody has a use for. */
const mostCodings = 3;

/**
 * The body behind a Content-Encoding, at most so many bytes of it, what was applied last undone first; the bytes themselves where
 * it names none, too many, or one that is unknown. Throws `ERR_BUFFER_TOO_LARGE` beyond the bound, and zlib's errors for a body
 * that is not packed as it says.
 */
export function decodeBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  maxOutputLength: number,
): Uint8Array {
  const named = (encoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const codings = named.filter((coding) => coding !== '' && coding !== 'identity');
  const unpack = codings.flatMap((coding) => unpackers.get(coding) ?? []);
  if (unpack.length < codings.length || codings.length > mostCodings || bytes.length === 0) return bytes;
  return unpack.reduceRight<Uint8Array>((inner, undo) => undo(inner, { maxOutputLength }), bytes);
}

// Each chunk is counted as it comes: whoever asks for them gets those of one packet joined, and a body of tiny ones would cost more than its bytes.
function kept(source: Readable, keeper: ReturnType<typeof startKeeping>): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    source.on('data', (chunk: Uint8Array) => {
      try {
        keeper.take(chunk);
      } catch (error) {
        source.destroy(error as Error);
      }
    });
    source.once('end', () => resolve(keeper.end()));
    source.once('error', reject);
    source.once('close', () => reject(new Error('aborted')));
  });
}

/**
 * Reads and unpacks a body, never more of it than may be kept; the source is closed when it becomes too large.
 * Throws `BodyTooLarge`, and an `Error` that names the encoding where a body is not packed as it says.
 */
export async function readBody(
  source: Readable,
  encoding: string | undefined,
  maxBytes: number,
  readBytes: number = limits.readBytes,
): Promise<ReadBody> {
  if (encoding === undefined) return kept(source, startKeeping(maxBytes, readBytes));
  const { body } = await kept(source, startKeeping(readBytes, readBytes));
  const keeper = startKeeping(maxBytes, readBytes);
  try {
    keeper.take(decodeBody(body, encoding, readBytes));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof BodyTooLarge || code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLarge();
    throw new Error(`failed to decompress '${encoding}' encoding: ${message}`);
  }
  return keeper.end();
}
