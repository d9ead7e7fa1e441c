import { withTexts } from '../json.ts';
import { byteOrderMark, charsetOf, isKnownCharset, isUtf8, startAsLatin1, textIn } from './charset.ts';
import {
  createNoteCollector,
  type Decoded,
  type MediaProblem,
  type NoteCollector,
  unreadable,
} from './decoded.ts';
import { limits } from './limits.ts';
import { readXml } from './xml-read.ts';

/**
 * Decodes an XML body to `{ <root>: value }`: an element with children becomes an object, repeated elements an array,
 * an empty element "". Prefixes are removed, and attributes of an element with children become `@name`; both are noted.
 * References that are neither predefined nor numeric are never expanded: they stay in the text with a note if a DTD may
 * define them, otherwise they are problems.
 */
export function decodeXml(bytes: Uint8Array, contentType?: string): Decoded {
  const pad = createNoteCollector();
  if (bytes.byteLength > limits.bytes) {
    return unreadable({ kind: 'too-large', detail: `${bytes.byteLength} bytes, more than ${limits.bytes}` });
  }
  const text = xmlText(bytes, contentType, pad);
  if (typeof text !== 'string') return unreadable(text, pad.notes);
  if (text.trim() === '') return unreadable({ kind: 'empty', detail: 'the body is empty' }, pad.notes);
  return readXml(text, pad);
}

/** A text without the line breaks, and the blanks beside them, that a pretty printer puts around it. */
export function withoutLayout(text: string): string {
  const isLayout = (run: string) => run.includes('\n') && /^[ \t\n]*$/.test(run);
  const start = text.length - text.trimStart().length;
  if (start === text.length) return isLayout(text) ? '' : text;
  const end = text.trimEnd().length;
  return text.slice(
    isLayout(text.slice(0, start)) ? start : 0,
    isLayout(text.slice(end)) ? end : text.length,
  );
}

/** Decodes an XML answer, whose layout around a value is free. */
export function decodeXmlAnswer(bytes: Uint8Array, contentType?: string): Decoded {
  const decoded = decodeXml(bytes, contentType);
  return decoded.ok ? { ...decoded, value: withTexts(decoded.value, withoutLayout) } : decoded;
}

/** Decodes an XML body by its mark, Content-Type or declaration, in this order; notes any encoding except UTF-8. */
function xmlText(
  bytes: Uint8Array,
  contentType: string | undefined,
  pad: NoteCollector,
): string | MediaProblem {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) pad.add('byte-order-mark', `the body starts with a ${mark.label} byte order mark`);
  const wide = mark?.label ?? wideLabel(bytes);
  const named = [charsetOf(contentType), declaredLabel(bytes)].filter((label) => label !== undefined);
  // Bytes that do not look like UTF-16 cannot be read as UTF-16, whatever is declared.
  const labels = [
    wide,
    ...named.filter((label) => wide !== undefined || !label.startsWith('utf-16')),
    'utf-8',
  ].filter((label) => label !== undefined);
  const declared = named[0] ?? labels[0] ?? 'utf-8';
  for (const label of labels) {
    const text = textIn(bytes, readerOf(label, wide), true);
    if (text === undefined) continue;
    const named = contradictedEncoding(bytes, text, label, wide);
    // A transport may re-encode a body and declare the new charset in Content-Type (RFC 7303).
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

/** The encoding in the XML declaration if the bytes contradict it; otherwise undefined. */
function contradictedEncoding(
  bytes: Uint8Array,
  text: string,
  label: string,
  wide: string | undefined,
): string | undefined {
  const named = declarationIn(text);
  // The text was read in the declared encoding.
  if (named === undefined || (named === 'utf-8' && label === named)) return undefined;
  const isWide = wide?.startsWith('utf-16') === true;
  if (/^(?:utf-?16|iso-10646-ucs-2|ucs-2)/.test(named) !== isWide) return named;
  if (isWide) return undefined;
  // With an unknown encoding, ASCII may be correct; other bytes were read as UTF-8.
  if (/^(?:us-)?ascii$/.test(named) || !isKnownCharset(named))
    return bytes.some((byte) => byte > 0x7f) ? named : undefined;
  return textIn(bytes, named, true) === undefined ? named : undefined;
}

// The label "utf-16" alone would mean little-endian; ASCII is read as UTF-8.
function readerOf(label: string, wide: string | undefined): string {
  if (isUtf8(label)) return 'utf-8';
  return label === 'utf-16' && wide !== undefined ? wide : label;
}

// XML without a mark shows its byte order by its first "<".
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
