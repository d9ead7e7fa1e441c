import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';

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
