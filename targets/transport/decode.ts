import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/**
 * The body behind a Content-Encoding, at most so many bytes of it; the bytes themselves where the encoding is none or
 * unknown. Throws `ERR_BUFFER_TOO_LARGE` beyond the bound, and zlib's errors for a body that is not encoded as it says.
 */
export function decodeBody(bytes: Uint8Array, encoding: string | undefined, maxBytes: number): Uint8Array {
  const options = { maxOutputLength: maxBytes };
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, options);
    case 'deflate':
      // Services disagree on whether a zlib header belongs to it.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    case 'br':
      return brotliDecompressSync(bytes, options);
    default:
      return bytes;
  }
}
