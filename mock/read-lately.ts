import { keptLately } from '../schemas/lately.ts';
import { type ReadRequest, readRequest } from '../schemas/read-request.ts';

/** Requests that are kept as they were read. */
const most = 200;
/** Longest body that is kept, in bytes. */
const longest = 20_000;

const lately = keptLately<ReadRequest>(most);

/** Reads a request body; one that was sent to another world lately is not read again. Nobody changes what was read. */
export function readLately(path: string, bytes: Uint8Array, contentType: string | undefined): ReadRequest {
  if (bytes.byteLength > longest) return readRequest(path, bytes, contentType);
  // One sign for each byte, so that equal texts are equal bytes.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // Neither the path nor a header holds a line end; a body as part of other JSON would be escaped sign by sign.
  const type = contentType === undefined ? '' : `=${contentType}`;
  return lately(`${path}\n${type}\n${text}`, () => readRequest(path, bytes, contentType));
}
