/** The charset parameter of a Content-Type in lower case without quotes; undefined if there is none. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? '');
  const label = (found?.[1] ?? found?.[2])?.trim().toLowerCase();
  return label === '' ? undefined : label;
}

/** Returns whether a label means UTF-8 or its subset US-ASCII. */
export function isUtf8(label: string): boolean {
  return ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(label.toLowerCase());
}

/** The encoding and the length in bytes of a byte order mark; undefined if there is none. */
export function byteOrderMark(
  bytes: Uint8Array,
): { readonly label: string; readonly length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { label: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { label: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { label: 'utf-16be', length: 2 };
  return undefined;
}

// The 32 characters where windows-1252 differs from ISO-8859-1; the decoder of Node returns control characters.
const upperControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes bytes without their byte order mark; undefined for an unknown label or, if `fatal`, for invalid bytes. */
export function textIn(bytes: Uint8Array, label: string, fatal: boolean): string | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal });
    const text = decoder.decode(bytes);
    if (decoder.encoding !== 'windows-1252') return text;
    return text.replace(/[\u0080-\u009f]/g, (control) => upperControls.charAt(control.charCodeAt(0) - 0x80));
  } catch {
    return undefined;
  }
}

/** Encodes a text as Latin-1 or windows-1252 (browsers use it for Latin-1); undefined if a character has no byte. */
export function latinBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const upper = code > 0xff ? upperControls.indexOf(text.charAt(at)) : -1;
    if (code > 0xff && upper === -1) return undefined;
    bytes[at] = code > 0xff ? 0x80 + upper : code;
  }
  return bytes;
}

/** Returns whether a decoder for this label exists. */
export function isKnownCharset(label: string): boolean {
  return textIn(new Uint8Array(), label, false) !== undefined;
}

/** The first bytes as Latin-1, enough to find a declaration of the encoding. */
export function startAsLatin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.byteLength)).toString('latin1');
}
