import { charsetOf, isUtf8, latinBytes, textIn } from '../../schemas/media/charset.ts';
import type { HarBody } from './har-schema.ts';

/** The bytes of a body as a file holds them, or why it does not hold them. */
export type BodyBytes =
  | {
      readonly bytes: Uint8Array;
      /** The Content-Type by which the bytes are read, where it is not the one that came. */
      readonly type?: string;
      /** What the recorder did to the body. */
      readonly note?: string;
      /** Bytes that the file says there were and does not hold. */
      readonly missing: number;
    }
  | { readonly reason: string };

/** What a file says of a body besides the body. */
export interface AboutBody {
  /** Whether there was one, whatever the body says of itself. */
  readonly expected: boolean;
  /** The Content-Type that came with it. */
  readonly type?: string | undefined;
  /** The lengths in bytes that the file gives. */
  readonly lengths: readonly number[];
  /** Reads a file that stands beside the HAR file. */
  readonly beside: (name: string) => Uint8Array | undefined;
}

/** Reads a body of a HAR file: the bytes of a side file or of Base64, or those of its text, which is characters already. */
export function bodyIn(body: HarBody, about: AboutBody): BodyBytes {
  const { text, encoding = '', params = [], _file: name } = body;
  if (name !== undefined) {
    const bytes = about.beside(name);
    const shown = name.split(/[\\/]/).at(-1);
    return bytes === undefined
      ? { reason: `its body stands in ${shown}, which cannot be read` }
      : { bytes, missing: missingOf(bytes, about.lengths) };
  }
  if (text !== undefined && !(text === '' && params.length > 0)) {
    if (encoding === '') return textBytes(text, about);
    if (encoding.toLowerCase() === 'base64') return fromBase64(text, about.lengths);
    return { reason: `its body has the encoding "${encoding.slice(0, 20)}", which is not known` };
  }
  if (params.length > 0) {
    const fields = new URLSearchParams(params.map((field) => [field.name, field.value ?? '']));
    return { bytes: Buffer.from(fields.toString()), missing: 0 };
  }
  return about.expected
    ? { reason: 'its body was left out of the file' }
    : { bytes: new Uint8Array(), missing: 0 };
}

// What is no Base64 would be read as other bytes than the service sent.
function fromBase64(text: string, lengths: readonly number[]): BodyBytes {
  const digits = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(digits) || digits.replaceAll('=', '').length % 4 === 1)
    return { reason: 'its body is said to be Base64 and is not' };
  const bytes = Buffer.from(digits, 'base64');
  return { bytes, missing: missingOf(bytes, lengths) };
}

const isLatin = (label: string | undefined) =>
  /^(?:iso-8859-1|latin-?1|windows-1252|cp-?1252)$/.test(label ?? '');

/** The bytes of a text: those that came where its length shows that they were read in another charset, else UTF-8 that says so. */
function textBytes(text: string, { type, lengths }: AboutBody): BodyBytes {
  const utf8 = Buffer.from(text);
  const sent = charsetOf(type);
  const isAscii = utf8.length === text.length;
  if (!isAscii && !isLatin(sent) && lengths.includes(text.length) && !lengths.includes(utf8.length)) {
    const came = latinBytes(text);
    // One byte for each character: UTF-8 that was taken for Latin-1, or characters that were counted.
    if (came !== undefined && textIn(came, 'utf-8', true) !== undefined)
      return {
        bytes: came,
        note: 'its text was read in another charset than UTF-8; its length shows it',
        missing: 0,
      };
  }
  const declared = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(text)?.[1];
  const label = sent ?? declared?.toLowerCase() ?? 'utf-8';
  const isWide = /^(?:utf-?(?:16|32)|ucs|iso-10646)/.test(label);
  const reads = isUtf8(label) || (isAscii && !isWide) ? {} : { type: withUtf8(type, declared) };
  return { bytes: utf8, ...reads, missing: isWide ? 0 : missingOf(utf8, lengths, text) };
}

// What writes a body anew names its charset, which then goes before the XML declaration (RFC 7303).
function withUtf8(type: string | undefined, declared: string | undefined): string {
  const bare = (type ?? '').replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/gi, '').trim();
  const known = bare === '' ? (declared === undefined ? 'text/plain' : 'application/xml') : bare;
  return `${known}; charset=utf-8`;
}

/** Bytes that a body lacks; line ends and a byte order mark that a recorder wrote in another way are none. */
export function missingOf(bytes: Uint8Array, lengths: readonly number[], text?: string): number {
  const missing = Math.max(0, ...lengths) - bytes.length;
  if (missing <= 0) return 0;
  if (text === undefined) return missing;
  const lineEnds = text.match(/(?<!\r)\n/g)?.length ?? 0;
  const free = [
    3,
    lineEnds,
    lineEnds + 3,
    text.length * 2 - bytes.length,
    text.length * 2 + 2 - bytes.length,
  ];
  return free.includes(missing) ? 0 : missing;
}

/** Says that a file holds a part of a body only. */
export function cutWords(bytes: Uint8Array, missing: number): string {
  return `its body is cut: the file holds ${bytes.length} of ${bytes.length + missing} bytes`;
}
