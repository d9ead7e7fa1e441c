import type { JsonObject, JsonValue } from '../types.ts';
import { limits } from './limits.ts';

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
