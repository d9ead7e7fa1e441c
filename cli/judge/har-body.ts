import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { charsetOf } from '../../schemas/media/charset.ts';
import type { HarBody } from './har-schema.ts';

/** The bytes of a body, or why the file does not hold them. */
export type BodyBytes = { readonly bytes: Uint8Array } | { readonly reason: string };

const latin = ['iso-8859-1', 'latin1', 'windows-1252'];

// A browser shows the text that it read; the bytes are written again as the header or the XML declaration says.
function encode(text: string, mimeType: string | undefined): Uint8Array {
  const declared = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(text)?.[1];
  const label = charsetOf(mimeType) ?? declared?.toLowerCase();
  if (label !== undefined && latin.includes(label) && /^[\0-\u00ff]*$/.test(text))
    return Buffer.from(text, 'latin1');
  if (label?.startsWith('utf-16')) return Buffer.from(`\ufeff${text}`, 'utf16le');
  return Buffer.from(text, 'utf8');
}

// What is no Base64 would be read as other bytes than the service sent.
function fromBase64(text: string): BodyBytes {
  const digits = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(digits) || digits.replaceAll('=', '').length % 4 === 1)
    return { reason: 'its body is said to be Base64 and is not' };
  return { bytes: Buffer.from(digits, 'base64') };
}

/** Reads a body of a HAR file; `expected` tells that there was one, whatever the file says of it. */
export function bodyIn(file: string, body: HarBody | null | undefined, expected: boolean): BodyBytes {
  const { text, encoding, params, mimeType, _file: beside } = body ?? {};
  if (beside !== undefined) {
    // Only a file beside the HAR file: its text comes from elsewhere.
    const path = join(dirname(file), basename(beside));
    try {
      return { bytes: readFileSync(path) };
    } catch {
      return { reason: `its body stands in ${basename(beside)}, which cannot be read` };
    }
  }
  if (text !== undefined && !(text === '' && params !== undefined && params.length > 0)) {
    if (encoding === undefined || encoding === '') return { bytes: encode(text, mimeType) };
    if (encoding.toLowerCase() === 'base64') return fromBase64(text);
    return { reason: `its body has the encoding "${encoding.slice(0, 20)}", which is not known` };
  }
  if (params !== undefined && params.length > 0) {
    const fields = new URLSearchParams(params.map(({ name, value = '' }) => [name, value]));
    return { bytes: Buffer.from(fields.toString()) };
  }
  return expected ? { reason: 'its body was left out of the file' } : { bytes: new Uint8Array() };
}
