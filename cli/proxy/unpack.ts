import { limits } from '../../schemas/media/limits.ts';
import { decodeBody } from '../../targets/transport/decode.ts';

/** The body behind a Content-Encoding; the bytes themselves where it is unknown, wrong or too large unpacked. */
export function unpack(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  try {
    return decodeBody(bytes, encoding, limits.bytes);
  } catch {
    return bytes;
  }
}
