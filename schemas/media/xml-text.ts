import { byteOrderMark, charsetOf, isKnownCharset, isUtf8, startAsLatin1, textIn } from './charset.ts';
import type { MediaProblem, NotePad } from './decoded.ts';

/** Decodes an XML body by its mark, its Content-Type or its declaration, whichever fits first; any encoding but UTF-8 is noted. */
export function xmlText(
  bytes: Uint8Array,
  contentType: string | undefined,
  pad: NotePad,
): string | MediaProblem {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) pad.add('byte-order-mark', `the body starts with a ${mark.label} byte order mark`);
  const wide = mark?.label ?? wideLabel(bytes);
  const named = [charsetOf(contentType), declaredLabel(bytes)].filter((label) => label !== undefined);
  // Bytes that do not look like UTF-16 cannot be read as it, whatever they are declared to be.
  const labels = [
    wide,
    ...named.filter((label) => wide !== undefined || !label.startsWith('utf-16')),
    'utf-8',
  ].filter((label) => label !== undefined);
  const declared = named[0] ?? labels[0] ?? 'utf-8';
  for (const label of labels) {
    const text = textIn(bytes, readerOf(label, wide), true);
    if (text === undefined) continue;
    const named = contradicted(bytes, text, label, wide);
    // What transports a body may have written it anew, and then says so (RFC 7303).
    if (named !== undefined && (charsetOf(contentType) ?? named) === named)
      return { kind: 'not-utf8', detail: `the bytes are not ${named}, which the XML declaration names` };
    if (!isUtf8(label)) pad.add('charset', `read as ${label}`);
    else if (!isUtf8(declared)) pad.add('charset', `declared as ${declared.slice(0, 40)}, read as ${label}`);
    return text;
  }
  return isKnownCharset(declared)
    ? { kind: 'not-utf8', detail: `the bytes are not ${declared.slice(0, 40)}` }
    : { kind: 'unknown-charset', detail: 'the declared encoding is not known' };
}

/** The encoding that the declaration of a text names although its bytes are in another one. */
function contradicted(
  bytes: Uint8Array,
  text: string,
  label: string,
  wide: string | undefined,
): string | undefined {
  const named = declarationIn(text);
  // What was read as the encoding that is named is in it.
  if (named === undefined || (named === 'utf-8' && label === named)) return undefined;
  const isWide = wide?.startsWith('utf-16') === true;
  if (/^(?:utf-?16|iso-10646-ucs-2|ucs-2)/.test(named) !== isWide) return named;
  if (isWide) return undefined;
  // Under a name that no decoder knows, ASCII may well be what it says; letters beyond it were read as UTF-8.
  if (/^(?:us-)?ascii$/.test(named) || !isKnownCharset(named))
    return bytes.some((byte) => byte > 0x7f) ? named : undefined;
  return textIn(bytes, named, true) === undefined ? named : undefined;
}

// "utf-16" alone would mean little-endian, and ASCII is read as the UTF-8 that it often is.
function readerOf(label: string, wide: string | undefined): string {
  if (isUtf8(label)) return 'utf-8';
  return label === 'utf-16' && wide !== undefined ? wide : label;
}

// XML without a mark may still show its byte order by the "<" that it starts with.
function wideLabel(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  return undefined;
}

function declaredLabel(bytes: Uint8Array): string | undefined {
  return declarationIn(startAsLatin1(bytes, 300).replace(/^\xef\xbb\xbf/, ''));
}

function declarationIn(text: string): string | undefined {
  const found = /^\ufeff?<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/.exec(
    text.slice(0, 300),
  );
  return found?.[1]?.toLowerCase();
}
