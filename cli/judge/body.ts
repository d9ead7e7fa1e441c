import { charsetOf, isUtf8, latinBytes, textIn } from '../../schemas/media/charset.ts';
import { decode } from '../../schemas/media/decode.ts';
import { limits } from '../../schemas/media/limits.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { decodeBody } from '../../targets/transport/decode-body.ts';

/** A body as a file keeps it: the received bytes, or a text that the recorder made of them. */
export interface SavedBody {
  readonly kept: Uint8Array | string;
  /** The headers of its message by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The number of bytes that the file says besides the headers. */
  readonly size?: number;
  /** The operation whose answer it is; absent for a request. */
  readonly answers?: DocumentedOperationId;
  /** Whether an editor may have changed the ends of its lines. */
  readonly edited?: true;
}

/** The body as it was sent, or the reason why the file does not hold it. */
export type ReadBody =
  | {
      readonly bytes: Uint8Array;
      /** The headers by which the bytes are read, as a text is written anew in UTF-8. */
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly reason: string };

/** Reads a saved body: text to bytes, packed bytes unpacked, and the length compared with what the file says. */
export function readBody({ kept, headers, size = 0, answers, edited }: SavedBody): ReadBody {
  // If no headers were saved, only the first bytes show whether a body is compressed.
  const hasHead = Object.keys(headers).some((name) => name !== 'content-type');
  const coding = headers['content-encoding'] ?? (hasHead ? undefined : 'gzip');
  // The length in the header is that of the packed body.
  const header = Number(coding === undefined ? headers['content-length'] : Number.NaN);
  const lengths = [size, header].filter((length) => length > 0);
  const rewritten: Rewritten =
    typeof kept === 'string' ? bytesOfText(kept, headers['content-type'], lengths) : { bytes: kept };
  const { bytes, type } = rewritten;
  const open = unpacked(bytes, coding);
  if (open === undefined)
    return { reason: 'its body is still packed as its Content-Encoding says, and cannot be unpacked here' };
  const read = {
    bytes: open,
    headers: type === undefined ? headers : { ...headers, 'content-type': type },
  };
  const isText = typeof kept === 'string' || edited === true;
  const missing = open === bytes ? missingOf(bytes, Math.max(0, ...lengths), isText) : 0;
  if (missing === 0) return read;
  const medium = answers === undefined ? undefined : operationOf(answers).answers;
  // A page can be read wherever it is cut, and so can a form, with another meaning.
  const isWhole =
    medium !== undefined && medium !== 'html' && decode(medium, open, read.headers['content-type']).ok;
  if (isWhole) return read;
  return {
    reason: `its body is cut or changed: the file holds ${bytes.length} of ${bytes.length + missing} bytes`,
  };
}

/** The bytes that a body lacks; a text may have lost a byte order mark, bytes of its line ends, or its two-byte writing. */
function missingOf(bytes: Uint8Array, length: number, isText: boolean): number {
  const missing = length - bytes.length;
  if (missing <= 0 || !isText) return Math.max(0, missing);
  const text = Buffer.from(bytes).toString('latin1');
  const lineEnds = text.match(/(?<!\r)\n/g)?.length ?? 0;
  const characters = Buffer.from(bytes).toString('utf8').length;
  const doubled = characters * 2 - bytes.length;
  return [3, lineEnds, lineEnds + 3, doubled, doubled + 2].includes(missing) ? 0 : missing;
}

/** The body without the codings of its Content-Encoding, which most recorders undo; undefined if it is still packed. */
export function unpacked(bytes: Uint8Array, encoding = ''): Uint8Array | undefined {
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase());
  let open = bytes;
  for (const coding of codings.filter((one) => one !== '' && one !== 'identity').reverse()) {
    const inner = undone(open, coding);
    if (inner === undefined) return beginsPacked(open, coding) ? undefined : open;
    open = inner;
  }
  return open;
}

function undone(bytes: Uint8Array, coding: string): Uint8Array | undefined {
  try {
    const inner = decodeBody(bytes, coding, limits.readBytes);
    return inner === bytes ? undefined : inner;
  } catch {
    return undefined;
  }
}

// Of the codings only gzip has a mark that no text begins with; no text begins with control characters.
function beginsPacked(bytes: Uint8Array, coding: string): boolean {
  if (coding.endsWith('gzip')) return bytes[0] === 0x1f;
  return bytes.subarray(0, 64).some((byte) => byte < 32 && ![9, 10, 12, 13].includes(byte));
}

interface Rewritten {
  readonly bytes: Uint8Array;
  /** The Content-Type for reading the bytes, if it differs from the received one. */
  readonly type?: string;
}

const isLatin = (label: string | undefined) =>
  /^(?:iso-8859-1|latin-?1|windows-1252|cp-?1252)$/.test(label ?? '');

/** The bytes of a text: the original ones if its length shows a wrong charset, else UTF-8 and its type. */
function bytesOfText(text: string, type: string | undefined, lengths: readonly number[]): Rewritten {
  const utf8 = Buffer.from(text);
  const sent = charsetOf(type);
  const isAscii = utf8.length === text.length;
  if (!isAscii && !isLatin(sent) && lengths.includes(text.length) && !lengths.includes(utf8.length)) {
    const came = latinBytes(text);
    // One byte per character: either UTF-8 read as Latin-1, or the length counts characters.
    if (came !== undefined && textIn(came, 'utf-8', true) !== undefined) return { bytes: came };
  }
  const declared = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(text)?.[1];
  const label = sent ?? declared?.toLowerCase() ?? 'utf-8';
  if (isUtf8(label) || (isAscii && !label.startsWith('utf'))) return { bytes: utf8 };
  // The charset of the header counts before an XML declaration (RFC 7303).
  const bare = (type ?? '').replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/gi, '').trim();
  return { bytes: utf8, type: `${bare === '' ? 'application/xml' : bare}; charset=utf-8` };
}
