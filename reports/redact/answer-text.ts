import type { EvidenceAnswer } from '../evidence/lines.ts';

/** Bytes as text and the way back. */
export interface AnswerText {
  readonly text: string;
  readonly charset?: NonNullable<EvidenceAnswer['charset']>;
}

/** Reads bytes as UTF-8 (a byte order mark stays), as UTF-16 when they carry its mark, else byte by byte. */
export function textOf(bytes: Uint8Array): AnswerText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = buffer.length % 2 === 0;
  if (wide && buffer[0] === 0xff && buffer[1] === 0xfe)
    return { text: buffer.toString('utf16le'), charset: 'utf-16le' };
  if (wide && buffer[0] === 0xfe && buffer[1] === 0xff) {
    return { text: Buffer.from(buffer).swap16().toString('utf16le'), charset: 'utf-16be' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { text: buffer.toString('latin1'), charset: 'latin1' };
  }
}

/** The bytes of a text of evidence. */
export function bytesOf({ text, charset }: AnswerText): Uint8Array {
  if (charset === undefined) return Buffer.from(text, 'utf8');
  if (charset === 'latin1') return Buffer.from(text, 'latin1');
  const bytes = Buffer.from(text, 'utf16le');
  return charset === 'utf-16be' ? bytes.swap16() : bytes;
}
