import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { table } from '../table.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import { createNotePad, type Decoded, type NotePad, readable, unreadable } from './decoded.ts';
import { limits } from './limits.ts';
import { ownMember, setMember } from './member.ts';
import type { Doctype } from './xml-doctype.ts';
import { resolveReferences, scanXml, usesEntity } from './xml-scan.ts';
import { xmlText } from './xml-text.ts';

export { encodeXml } from './xml-write.ts';

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
  const { doctype, problem } = scanXml(text);
  if (doctype !== undefined)
    pad.add('dtd', 'a document type declaration, passed over without loading or expanding anything');
  if (problem !== undefined) return unreadable(problem, pad.notes);
  try {
    const rest = doctype === undefined ? text : blankOut(text, doctype);
    const valid = XMLValidator.validate(rest);
    if (valid !== true) {
      const at = `line ${valid.err.line}, column ${valid.err.col}`;
      return unreadable(
        { kind: 'malformed', at, detail: errorTexts[valid.err.code] ?? 'not well-formed XML' },
        pad.notes,
      );
    }
    const nodes = parser.parse(rest) as XmlNode[];
    const root = nodes.find((node) => !nameOf(node).startsWith('#'));
    if (root === undefined) return unreadable({ kind: 'malformed', detail: 'no root element' }, pad.notes);
    const value: JsonObject = {};
    const name = localName(nameOf(root), '', pad);
    setMember(value, name, fold(root, name, pad));
    return readable(value, pad.notes);
  } catch {
    return unreadable({ kind: 'malformed', detail: 'not well-formed XML' }, pad.notes);
  }
}

// The library never sees a declaration that it could obey; places in the text stay as they are.
function blankOut(text: string, { start, end }: Pick<Doctype, 'start' | 'end'>): string {
  return text.slice(0, start) + text.slice(start, end).replaceAll(/[^\r\n]/g, ' ') + text.slice(end);
}

// The validator's own messages quote names and text of the body.
const errorTexts: Readonly<Record<string, string>> = table({
  InvalidAttr: 'an attribute that is repeated, unquoted or without a value',
  InvalidTag: 'a tag that is misnamed, unclosed or closed by another',
  InvalidChar: 'a character in the wrong place',
});

// The library refuses these three names outright; "~" starts no XML name, so it marks them on the way through.
const renameReserved = (name: string): string =>
  /^(?:__proto__|constructor|prototype)$/.test(name) ? `~${name}` : name;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // order_no "007" must not become 7, and a note of blanks must stay blanks.
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // References are resolved after parsing, so that those inside CDATA stay as they are.
  processEntities: false,
  cdataPropName: '#cdata',
  commentPropName: '#comment',
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: limits.depth + 1,
  transformTagName: renameReserved,
  transformAttributeName: renameReserved,
  onDangerousProperty: (name) => name,
});

/** One node as the parser hands it out in document order: `{ name: children, ':@': attributes }`. */
type XmlNode = { readonly ':@'?: Readonly<Record<string, string>> } & {
  readonly [name: string]: XmlNode[] | string;
};

function nameOf(node: XmlNode): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

function childrenOf(node: XmlNode): readonly XmlNode[] {
  const children = node[nameOf(node)];
  return Array.isArray(children) ? children : [];
}

const usedEntity = 'a reference to an entity that only the document type declaration defines';

function fold(node: XmlNode, path: string, pad: NotePad): JsonValue {
  const attributes = attributesOf(node, path, pad);
  const value: JsonObject = {};
  let text = '';
  let elements = 0;
  for (const child of childrenOf(node)) {
    const tag = nameOf(child);
    if (tag === '#comment') continue;
    if (tag === '#text') {
      const raw = String(child[tag]);
      if (usesEntity(raw)) pad.add('entity', usedEntity, path);
      text += resolveReferences(raw);
    } else if (tag === '#cdata')
      text += childrenOf(child)
        .map((part) => String(part['#text']))
        .join('');
    else {
      elements += 1;
      const name = localName(tag, path, pad);
      const at = `${path}.${name}`;
      addElement(value, name, fold(child, at, pad), () =>
        pad.add('repeated-element', 'the element is repeated', at),
      );
    }
  }
  if (elements === 0) return text;
  if (text.trim() !== '') {
    pad.add('mixed-content', 'text stands between child elements', path);
    setMember(value, '#text', text);
  }
  for (const [name, attribute] of attributes) setMember(value, `@${name}`, attribute);
  return value;
}

function addElement(parent: JsonObject, name: string, value: JsonValue, note: () => void): void {
  const before = ownMember(parent, name);
  if (before === undefined) {
    setMember(parent, name, value);
  } else if (Array.isArray(before)) {
    before.push(value);
  } else {
    note();
    setMember(parent, name, [before, value]);
  }
}

function attributesOf(node: XmlNode, path: string, pad: NotePad): [name: string, value: string][] {
  const kept: [string, string][] = [];
  for (const [key, raw] of Object.entries(node[':@'] ?? {})) {
    const name = key.slice(1).replace(/^~/, '');
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      pad.add('namespace', 'a namespace is declared', path);
    } else {
      pad.add('attribute', 'the element has an attribute', path, name);
      if (usesEntity(raw)) pad.add('entity', usedEntity, path);
      kept.push([name, resolveReferences(raw)]);
    }
  }
  return kept;
}

function localName(tag: string, path: string, pad: NotePad): string {
  const name = tag.replace(/^~/, '');
  const colon = name.lastIndexOf(':');
  if (colon === -1 || colon === name.length - 1) return name;
  const local = name.slice(colon + 1);
  pad.add('namespace', 'the element name has a prefix', path === '' ? local : `${path}.${local}`);
  return local;
}
