import type { JsonObject, JsonValue } from '../types.ts';
import { byteOrderMark, charsetOf, isKnownCharset, isUtf8, startAsLatin1, textIn } from './charset.ts';
import { createNotePad, type Decoded, type MediaProblem, type NotePad, unreadable } from './decoded.ts';
import { limits } from './limits.ts';
import { readXml } from './xml-read.ts';

/** How a value is written as XML; the document names neither root nor layout of an XML request (4.3, 4.8). */
export interface XmlLayout {
  readonly root: string;
  /** Name of the elements that hold the entries of an array; without it the array's own element is repeated. */
  readonly entries?: string;
  /** Writes the XML declaration; on unless false. */
  readonly declaration?: boolean;
  /** Spaces per level; one line without it. */
  readonly indent?: number;
  /** Writes texts as CDATA sections. */
  readonly cdata?: boolean;
  /** Writes every character of all texts by its number, or all five signs that have a name by that name. */
  readonly references?: Reference;
  /** How an element without content is written: `<a></a>`, or `<a/>`. */
  readonly empty?: 'pair' | 'short';
}

/** How characters are written by reference. */
type Reference = 'decimal' | 'hexadecimal' | 'named';

/** Writes a value as one XML document: members become elements, `@name` members attributes, `#text` text, null nothing. */
export function encodeXml(value: JsonValue, layout: XmlLayout): string {
  const head =
    layout.declaration === false ? '' : `<?xml version="1.0" encoding="UTF-8"?>${layout.indent ? '\n' : ''}`;
  return head + element(layout.root, value, layout, 0);
}

function element(name: string, value: JsonValue, layout: XmlLayout, level: number): string {
  const tag = elementName(name);
  if (level > limits.depth) return '';
  if (Array.isArray(value)) return arrayOf(name, value, layout, level);
  if (typeof value === 'object' && value !== null) return parent(tag, value, layout, level);
  const content = value === null ? '' : contentOf(String(value), layout);
  return content === '' && layout.empty === 'short' ? `<${tag}/>` : `<${tag}>${content}</${tag}>`;
}

function parent(tag: string, value: JsonObject, layout: XmlLayout, level: number): string {
  let attributes = '';
  const children: string[] = [];
  let text = '';
  for (const [name, member] of Object.entries(value)) {
    if (name.startsWith('@'))
      attributes += ` ${elementName(name.slice(1))}="${escapeAttribute(String(member))}"`;
    else if (name === '#text') text = contentOf(String(member), layout);
    else children.push(element(name, member, layout, level + 1));
  }
  const written = children.filter((child) => child !== '');
  if (written.length === 0 && text === '') {
    return layout.empty === 'short' ? `<${tag}${attributes}/>` : `<${tag}${attributes}></${tag}>`;
  }
  const gap = layout.indent && text === '' ? `\n${' '.repeat(layout.indent * (level + 1))}` : '';
  const last = gap === '' ? '' : `\n${' '.repeat((layout.indent ?? 0) * level)}`;
  return `<${tag}${attributes}>${text}${written.map((child) => gap + child).join('')}${written.length > 0 ? last : ''}</${tag}>`;
}

function arrayOf(name: string, entries: readonly JsonValue[], layout: XmlLayout, level: number): string {
  const entry = layout.entries;
  if (entry === undefined) return entries.map((value) => element(name, value, layout, level)).join('');
  const tag = elementName(name);
  return `<${tag}>${entries.map((value) => element(entry, value, layout, level + 1)).join('')}</${tag}>`;
}

const references: Readonly<Record<Reference, (text: string) => string>> = {
  decimal: (text) => text.replaceAll(/[\s\S]/gu, (sign) => `&#${sign.codePointAt(0)};`),
  hexadecimal: (text) =>
    text.replaceAll(/[\s\S]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16).toUpperCase()};`),
  named: (text) => escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
};

function contentOf(text: string, { references: how, cdata }: XmlLayout): string {
  return how === undefined ? xmlContent(text, cdata) : references[how](text);
}

/** Writes a text as the content of an element, as a CDATA section where that is asked for. */
export function xmlContent(text: string, cdata = false): string {
  if (text === '' || !cdata || text.includes('\r')) return escapeText(text);
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

// A carriage return written as such would be read as a line feed.
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

// Line feeds and tabs written as such would be read as blanks.
function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Turns any member name into an XML name: what XML forbids becomes an underscore. */
function elementName(name: string): string {
  const fit = name.replace(/[^\p{L}\p{N}_.:-]/gu, '_');
  return /^[\p{L}_]/u.test(fit) ? fit : `_${fit}`;
}

/**
 * Reads an XML body as `{ <root>: value }`: text stays text, an element with children becomes an object, repeated
 * elements an array, an empty element "". Prefixes are cut off, and attributes of an element with children become
 * `@name`; both are noted. References other than the predefined and numeric ones are never expanded: where a document
 * type declaration may define them they stay in the text and are noted, elsewhere they are problems.
 */
export function decodeXml(bytes: Uint8Array, contentType?: string): Decoded {
  const pad = createNotePad();
  if (bytes.byteLength > limits.bytes) {
    return unreadable({ kind: 'too-large', detail: `${bytes.byteLength} bytes, more than ${limits.bytes}` });
  }
  const text = xmlText(bytes, contentType, pad);
  if (typeof text !== 'string') return unreadable(text, pad.notes);
  if (text.trim() === '') return unreadable({ kind: 'empty', detail: 'the body is empty' }, pad.notes);
  return readXml(text, pad);
}

/** Decodes an XML body by its mark, its Content-Type or its declaration, whichever fits first; any encoding but UTF-8 is noted. */
function xmlText(bytes: Uint8Array, contentType: string | undefined, pad: NotePad): string | MediaProblem {
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
