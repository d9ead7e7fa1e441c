import type { XMLParser } from 'fast-xml-parser';
import type { JsonObject, JsonValue } from '../types.ts';
import { createNoteCollector, type Decoded, type NoteCollector, readable, unreadable } from './decoded.ts';
import { loadXml } from './load-xml.ts';
import { ownMember, setMember } from './member.ts';
import { judgeForm } from './xml-form.ts';
import { resolveReferences } from './xml-references.ts';

// The parser refuses names such as "constructor", and no name in XML starts with a dot.
const nameMark = '.';

let loaded: XMLParser | undefined;

function parser(): XMLParser {
  const { XMLParser } = loadXml();
  loaded ??= new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    cdataPropName: '#cdata',
    // A comment ends a text: a note is made of the entities on either side.
    commentPropName: '#comment',
    trimValues: false,
    parseTagValue: false,
    processEntities: false,
    jPath: false,
    transformTagName: (name) => (name.startsWith(nameMark) ? name : nameMark + name),
  });
  return loaded;
}

/** A node as the parser returns it: a text, a CDATA section, a comment, or an element with its nodes and attributes. */
interface XmlNode {
  readonly '#text'?: string;
  readonly '#cdata'?: readonly [{ readonly '#text': string }];
  readonly '#comment'?: unknown;
  readonly ':@'?: Readonly<Record<string, string>>;
  readonly [element: `.${string}`]: readonly XmlNode[];
}

/**
 * Reads an XML document as `decodeXml` describes, up to its first error. A document type declaration is skipped;
 * references to entities that it may define stay in the text.
 */
export function readXml(text: string, pad: NoteCollector): Decoded {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const form = judgeForm(lines, pad);
  if ('problem' in form) return unreadable(form.problem, pad.notes);
  const notes = createNoteCollector(pad.notes);
  const value: JsonObject = {};
  const nodes: readonly XmlNode[] = parser().parse(withoutInstructions(lines.slice(form.start)));
  for (const node of nodes) if (isElement(node)) readElement(node, '', value, notes);
  return readable(value, notes.notes);
}

const isElement = (node: XmlNode) => node['#text'] === undefined && node['#comment'] === undefined;

/** The document with empty comments in place of instructions, in which the parser would look for the ends of quotes. */
function withoutInstructions(document: string): string {
  return document.replaceAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, (part) =>
    part.startsWith('<?') ? '<!---->' : part,
  );
}

/** Adds the value of an element to its parent. */
function readElement(node: XmlNode, parentPath: string, parent: JsonObject, notes: NoteCollector): void {
  const [mark = nameMark] = Object.keys(node);
  const tag = mark.slice(nameMark.length);
  // A name before a final colon is not a prefix.
  const name = tag.endsWith(':') ? tag : tag.slice(tag.lastIndexOf(':') + 1);
  const path = parentPath === '' ? name : `${parentPath}.${name}`;
  if (name !== tag) notes.add('namespace', 'the element name has a prefix', path);
  const attributes = readAttributes(node, path, notes);
  const value: JsonObject = {};
  let text = '';
  let hasElements = false;
  for (const child of node[mark as `.${string}`] ?? []) {
    if (child['#text'] !== undefined) text += readText(child['#text'], path, notes);
    else if (child['#cdata'] !== undefined) text += child['#cdata'][0]['#text'];
    else if (isElement(child)) {
      hasElements = true;
      readElement(child, path, value, notes);
    }
  }
  if (hasElements && text.trim() !== '') {
    notes.add('mixed-content', 'text is between child elements', path);
    setMember(value, '#text', text);
  }
  for (const [own, one] of attributes) if (hasElements) setMember(value, own, one);
  addMember(parent, name, hasElements ? value : text, path, notes);
}

/** Sets a member, or makes it an array if it is there already. */
function addMember(
  parent: JsonObject,
  name: string,
  value: JsonValue,
  path: string,
  notes: NoteCollector,
): void {
  const before = ownMember(parent, name);
  if (before === undefined) setMember(parent, name, value);
  else if (Array.isArray(before)) before.push(value);
  else {
    notes.add('repeated-element', 'the element is repeated', path);
    setMember(parent, name, [before, value]);
  }
}

/** The attributes of an element as `@name` and value, without the declarations of namespaces, which are noted. */
function readAttributes(
  node: XmlNode,
  path: string,
  notes: NoteCollector,
): readonly (readonly [string, string])[] {
  return Object.entries(node[':@'] ?? {}).flatMap(([own, value]) => {
    const name = own.slice(1);
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      notes.add('namespace', 'a namespace is declared', path);
      return [];
    }
    notes.add('attribute', 'the element has an attribute', path, name);
    // Literal line feeds and tabs are blanks in attributes.
    return [[own, readText(value.replaceAll(/[\t\n]/g, ' '), path, notes)]];
  });
}

/** Resolves the references of a text; those to entities that only the document type may define stay, and are noted. */
function readText(text: string, path: string, notes: NoteCollector): string {
  if (!text.includes('&')) return text;
  if (/&(?!#|(?:lt|gt|amp|quot|apos);)/.test(text))
    notes.add('entity', 'a reference to an entity that only the document type declaration defines', path);
  return resolveReferences(text);
}
