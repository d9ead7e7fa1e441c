import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { limits } from '../../schemas/media/limits.ts';

/** The body behind a Content-Encoding; the bytes themselves where it is unknown, wrong or too large unpacked. */
export function unpack(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  const options = { maxOutputLength: limits.bytes };
  try {
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
  } catch {
    return bytes;
  }
}
