import { isAscii, isUtf8 } from 'node:buffer';
import type { EvidenceAnswer } from '../evidence/lines.ts';

/** Text with the encoding that converts it back to its bytes. */
export interface AnswerText {
  readonly text: string;
  readonly charset?: NonNullable<EvidenceAnswer['charset']>;
}

// If every second byte is zero, the text is UTF-16 without a byte order mark.
function wideWithoutMark(buffer: Buffer): AnswerText['charset'] {
  const head = buffer.subarray(0, 4096);
  const empty = [0, 0];
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) empty[at % 2] = (empty[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = empty;
  const most = head.length * 0.4;
  if (odd > most && even < head.length * 0.05) return 'utf-16le';
  return even > most && odd < head.length * 0.05 ? 'utf-16be' : undefined;
}

function wideCharset(buffer: Buffer): AnswerText['charset'] {
  if (buffer.length % 2 !== 0) return undefined;
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be';
  return buffer.includes(0) ? wideWithoutMark(buffer) : undefined;
}

/** Decodes bytes as UTF-8 (a byte order mark stays), as UTF-16 if they look like it, else byte by byte. */
export function textOf(bytes: Uint8Array): AnswerText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const charset = wideCharset(buffer);
  if (charset !== undefined) {
    const little = charset === 'utf-16le' ? buffer : Buffer.from(buffer).swap16();
    return { text: little.toString('utf16le'), charset };
  }
  if (isAscii(buffer)) return { text: buffer.toString('latin1') };
  return isUtf8(buffer)
    ? { text: buffer.toString('utf8') }
    : { text: buffer.toString('latin1'), charset: 'latin1' };
}

const packings: readonly (readonly [string, readonly string[]])[] = [
  ['gzip', ['\u001f\u008b']],
  ['zlib', ['x\u0001', 'x\u005e', 'x\u009c', 'x\u00da']],
  ['zstd', ['\u0028\u00b5\u002f\u00fd']],
  ['ZIP', ['PK\u0003\u0004']],
];

// Single-byte text begins with a character of its format and has no control characters, unlike packed bytes.
function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
  return /^\s*[<{[]/.test(text) && !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text);
}

/** Why a body cannot be searched for secrets (packed, or not text); undefined if it can. */
export function whyUnreadable(
  { text, charset }: AnswerText,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  if (charset === 'latin1' && !isPlain(text)) {
    const coding = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    if (coding !== undefined && !/^\s*(?:identity\s*)?$/i.test(coding))
      return 'its content coding is not undone';
    const packing = packings.find(([, heads]) => heads.some((head) => text.startsWith(head)))?.[0];
    if (packing !== undefined) return `it is still packed (${packing})`;
  }
  // NUL between the characters of a secret would hide it.
  return text.includes('\0') && text.split('\0', 4).length === 4
    ? 'it holds NUL between its characters'
    : undefined;
}

/** The bytes of a text of evidence. */
export function bytesOf({ text, charset }: AnswerText): Uint8Array {
  if (charset === undefined) return Buffer.from(text, 'utf8');
  if (charset === 'latin1') return Buffer.from(text, 'latin1');
  const bytes = Buffer.from(text, 'utf16le');
  return charset === 'utf-16be' ? bytes.swap16() : bytes;
}
