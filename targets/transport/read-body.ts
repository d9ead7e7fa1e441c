import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { isWide, startSqueeze } from '../../schemas/media/blanks.ts';
import { limits } from '../../schemas/media/limits.ts';

/** A body as kept; `blanks` counts the bytes left out of long runs of white space. */
export interface ReadBody {
  readonly body: Uint8Array;
  readonly blanks: number;
}

/** A body is longer than may be kept; nothing more of it is read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

// A chunk of one byte takes as much memory as one of 256.
const leastCost = 256;
const mostChunks = 4096;

/** The cost of reading a chunk, in bytes. */
function costOf(chunk: Uint8Array): number {
  return Math.max(chunk.length, leastCost);
}

/**
 * Starts to keep a body of at most `maxBytes` chunk by chunk: unchanged while short enough, then without long runs of
 * blanks. Reading is limited to `readBytes`. Taking a chunk throws `BodyTooLarge` beyond either limit.
 */
export function startBuffering(maxBytes: number, readBytes: number = limits.readBytes) {
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
  // Services disagree on whether `deflate` has a zlib header.
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);

/** The decoder of each coding of a Content-Encoding. */
const unpackers = new Map<string, (bytes: Uint8Array, options: ZlibOptions) => Uint8Array>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflate],
  ['br', brotliDecompressSync],
]);
/** Most nested codings that are decoded. */
const mostCodings = 3;

/**
 * The body decoded by its Content-Encoding, the last coding first; unchanged if there is no coding, too many, or an
 * unknown one. Throws `ERR_BUFFER_TOO_LARGE` beyond `maxOutputLength` bytes, and zlib's errors for a wrongly packed
 * body.
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

// Counts each chunk by 'data' events: iteration joins chunks, and many tiny ones cost more than their bytes.
function bufferedBody(source: Readable, keeper: ReturnType<typeof startBuffering>): Promise<ReadBody> {
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
 * Reads and decodes a body up to its limit; closes the source when it is too large. Throws `BodyTooLarge`, and an
 * `Error` with the encoding for a wrongly packed body.
 */
export async function readBody(
  source: Readable,
  encoding: string | undefined,
  maxBytes: number,
  readBytes: number = limits.readBytes,
): Promise<ReadBody> {
  if (encoding === undefined) return bufferedBody(source, startBuffering(maxBytes, readBytes));
  const { body } = await bufferedBody(source, startBuffering(readBytes, readBytes));
  const keeper = startBuffering(maxBytes, readBytes);
  try {
    keeper.take(decodeBody(body, encoding, readBytes));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof BodyTooLarge || code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLarge();
    throw new Error(`failed to decompress '${encoding}' encoding: ${message}`);
  }
  return keeper.end();
}
