import { isObject } from '../json.ts';
import type { JsonValue } from '../types.ts';
import { limits } from './limits.ts';
import { loadXml } from './load-xml.ts';

/** Layout of an XML request; the document shows neither its root nor its layout (4.3, 4.8). */
export interface XmlLayout {
  readonly root: string;
  /** Element name of array entries; by default the array's own element is repeated. */
  readonly entries?: string;
  /** Writes the XML declaration; true by default. */
  readonly declaration?: boolean;
  /** The indent of a level; a single line by default. */
  readonly indent?: string;
  /** Writes texts as CDATA sections. */
  readonly cdata?: boolean;
  /** Writes all characters as numeric references, or the five predefined ones by name. */
  readonly references?: Reference;
  /** Form of an empty element: `<a></a>` or `<a/>`. */
  readonly empty?: 'pair' | 'short';
}

/** Kind of character reference. */
type Reference = 'decimal' | 'hexadecimal' | 'named';

/** A node as the builder takes it. */
type XmlNode = Readonly<Record<string, unknown>>;

const declaration: XmlNode = { '?xml': [], ':@': { '@version': '1.0', '@encoding': 'UTF-8' } };

// A literal carriage return would be read as a line feed.
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

const references: Readonly<Record<Reference, (text: string) => string>> = {
  decimal: (text) => text.replaceAll(/[\s\S]/gu, (sign) => `&#${sign.codePointAt(0)};`),
  hexadecimal: (text) =>
    text.replaceAll(/[\s\S]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16).toUpperCase()};`),
  named: (text) => escaped(text).replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
};

/** Encodes a value as XML: members become elements, entries of an array repeated ones; null becomes empty. */
export function encodeXml(value: JsonValue, layout: XmlLayout): string {
  const { indent, references: how } = layout;
  const write = how === undefined ? escaped : references[how];
  const { XMLBuilder } = loadXml();
  const builder = new XMLBuilder({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    cdataPropName: '#cdata',
    format: indent !== undefined,
    indentBy: indent ?? '',
    suppressEmptyNode: layout.empty === 'short',
    processEntities: false,
    tagValueProcessor: (_name, text) => write(String(text)),
  });
  const nodes = nodesOf(layout.root, value, layout, 0);
  const text = builder.build(layout.declaration === false ? nodes : [declaration, ...nodes]);
  // The builder starts with a line break, and writes one behind a CDATA section, where it would belong to the value.
  return text.trimStart().replaceAll(/\]\]>\s+<\//g, ']]></');
}

/** The elements of a member; an array has one for each entry unless the layout holds entries in elements of their own. */
function nodesOf(name: string, value: JsonValue, layout: XmlLayout, level: number): readonly XmlNode[] {
  if (level > limits.depth) return [];
  if (!Array.isArray(value)) return [{ [elementName(name)]: contentOf(value, layout, level) }];
  const { entries = name } = layout;
  const inner = value.flatMap((entry) =>
    nodesOf(entries, entry, layout, layout.entries === undefined ? level : level + 1),
  );
  return layout.entries === undefined ? inner : [{ [elementName(name)]: inner }];
}

function contentOf(value: JsonValue, layout: XmlLayout, level: number): readonly XmlNode[] {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) => nodesOf(name, member, layout, level + 1));
  const text = String(value ?? '');
  if (text === '') return [];
  const node = { '#text': text };
  return [layout.cdata && !text.includes('\r') ? { '#cdata': [node] } : node];
}

/** Converts a member name to an XML name: forbidden characters become underscores. */
function elementName(name: string): string {
  const fit = name.replace(/[^\p{L}\p{N}_.:-]/gu, '_');
  return /^[\p{L}_]/u.test(fit) ? fit : `_${fit}`;
}
