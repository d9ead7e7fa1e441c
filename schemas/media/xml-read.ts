import { SaxesParser } from 'saxes';
import { table } from '../table.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import {
  createNoteCollector,
  type Decoded,
  type MediaProblem,
  type NoteCollector,
  placeOf,
  readable,
  unreadable,
} from './decoded.ts';
import { limits } from './limits.ts';
import { ownMember, setMember } from './member.ts';

const entityName = '[\\p{L}_:][\\p{L}\\p{N}_:.-]*';
const wholeName = new RegExp(`^${entityName}$`, 'u');
const quoted = `(?:"[^"]*"|'[^']*')`;
const doctypeHead = new RegExp(`^[\\t\\n ][^<>"'[]*(?:${quoted}[^<>"'[]*)*(\\[|$)`);
// Content between the brackets of a document type declaration.
const doctypePart = new RegExp(
  `[\\t\\n ]+|(%)${entityName};|<!--[^]*?-->|<\\?[^]*?\\?>|` +
    `<!(?:ELEMENT|ATTLIST|NOTATION|ENTITY(?:[\\t\\n ]+([^\\s%"'<>]+))?)[\\t\\n ][^<>"']*(?:${quoted}[^<>"']*)*>`,
  'guy',
);

/** Returns a test for entities that a document type declaration may define; undefined if it is not well formed. */
function entitiesOf(doctype: string): ((name: string) => boolean) | undefined {
  const [head, bracket] = doctypeHead.exec(doctype) ?? [];
  if (head === undefined) return undefined;
  const entities = new Set<string>();
  // External declarations and parameter entities may define more.
  let isOpen = /[\t\n ](?:SYSTEM|PUBLIC)[\t\n ]/.test(head);
  const subset = doctype.slice(head.length);
  let end = 0;
  for (const [part, parameter, name] of subset.matchAll(doctypePart)) {
    end += part.length;
    isOpen ||= parameter !== undefined;
    if (name !== undefined) entities.add(name);
  }
  const isWhole = bracket === '' || /^\][\t\n ]*$/.test(subset.slice(end));
  return isWhole ? (name) => isOpen || entities.has(name) : undefined;
}

/** An element without its end tag so far; the outermost one is the document. */
interface Element {
  readonly name: string;
  readonly path: string;
  readonly value: JsonObject;
  readonly attributes: [name: string, value: string][];
  text: string;
  hasElements: boolean;
}

function elementAt(name: string, path: string): Element {
  return { name, path, value: {}, attributes: [], text: '', hasElements: false };
}

/**
 * Reads an XML document as `decodeXml` describes, up to its first error. A document type declaration is skipped;
 * references to entities that it may define stay in the text.
 */
export function readXml(text: string, pad: NoteCollector): Decoded {
  const parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const documentElement = elementAt('', '');
  const open = [documentElement];
  const innermost = () => open.at(-1) ?? documentElement;
  // Notes on elements are kept only if the document can be read.
  let notes = createNoteCollector(pad.notes);
  let members = 0;
  let mayDefine: ((name: string) => boolean) | undefined;
  let hasEntity = false;
  let problem: MediaProblem | undefined;

  function stop(kind: MediaProblem['kind'], detail: string, offset = parser.position - 1): never {
    problem = { kind, detail, at: placeOf(lines, offset) };
    throw new Error(detail);
  }
  function countMember(): void {
    members += 1;
    if (members > limits.members) stop('too-many-members', `more than ${limits.members} elements`);
  }
  function noteEntity(path: string): void {
    if (hasEntity)
      notes.add('entity', 'a reference to an entity that only the document type declaration defines', path);
    hasEntity = false;
  }
  function addText(added: string): void {
    const element = innermost();
    noteEntity(element.path);
    element.text += added;
  }

  // The parser's message after a colon quotes the body.
  parser.on('error', ({ message }) => stop('malformed', message.replace(/\.$|:.*/s, '')));
  parser.on('doctype', (doctype) => {
    mayDefine = entitiesOf(doctype);
    if (mayDefine === undefined) stop('malformed', 'a document type declaration that is not well formed');
    pad.add('dtd', 'a document type declaration, passed over without loading or expanding anything');
    notes = createNoteCollector(pad.notes);
  });
  parser.ENTITIES = new Proxy<Record<string, string>>(predefined, {
    get(_, name: string) {
      const sign = predefined[name];
      if (sign !== undefined) return sign;
      const start = parser.position - name.length - 2;
      if (!wholeName.test(name)) stop('malformed', '"&" that does not start a reference', start);
      if (!mayDefine?.(name)) stop('undefined-entity', 'an entity that nothing defines', start);
      hasEntity = true;
      return `&${name};`;
    },
  });
  parser.on('opentagstart', ({ name: tag }) => {
    const parent = innermost();
    if (parent === documentElement && parent.hasElements) stop('several-roots', 'more than one root element');
    countMember();
    parent.hasElements = true;
    // A name before a final colon is not a prefix.
    const name = tag.endsWith(':') ? tag : tag.slice(tag.lastIndexOf(':') + 1);
    const path = parent.path === '' ? name : `${parent.path}.${name}`;
    if (name !== tag) notes.add('namespace', 'the element name has a prefix', path);
    open.push(elementAt(name, path));
    if (open.length - 1 > limits.depth) stop('too-deep', `nested more than ${limits.depth} levels deep`);
  });
  parser.on('attribute', ({ name, value }) => {
    const { path, attributes } = innermost();
    countMember();
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      hasEntity = false;
      notes.add('namespace', 'a namespace is declared', path);
    } else {
      notes.add('attribute', 'the element has an attribute', path, name);
      noteEntity(path);
      attributes.push([name, value]);
    }
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) putInto(innermost(), element, notes);
  });
  try {
    // The parser passes over a mark, and the decoder of the bytes has taken the only one that may be there.
    if (text.startsWith('\ufeff')) stop('malformed', 'text before the first element', 0);
    parser.write(lines);
    // Completes an unterminated reference, so that the error shows where it began.
    if (open.length > 1) parser.write(';');
    parser.close();
  } catch (error) {
    if (problem === undefined) throw error;
    return unreadable(problem, pad.notes);
  }
  return readable(documentElement.value, notes.notes);
}

/** Adds the value of a closed element to its parent. */
function putInto(parent: Element, element: Element, pad: NoteCollector): void {
  const { name, path, text, value, attributes } = element;
  if (element.hasElements) {
    if (text.trim() !== '') {
      pad.add('mixed-content', 'text is between child elements', path);
      setMember(value, '#text', text);
    }
    for (const [own, one] of attributes) setMember(value, `@${own}`, one);
  }
  const read: JsonValue = element.hasElements ? value : text;
  const before = ownMember(parent.value, name);
  if (before === undefined) setMember(parent.value, name, read);
  else if (Array.isArray(before)) before.push(read);
  else {
    pad.add('repeated-element', 'the element is repeated', path);
    setMember(parent.value, name, [before, read]);
  }
}

const predefined: Readonly<Record<string, string>> = table({
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
});

/** Replaces the five predefined entities and numeric references in a text; other references stay. */
export function resolveReferences(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(\w+));/g,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (digits !== undefined) return String.fromCodePoint(Number(digits));
      return predefined[name ?? ''] ?? whole;
    },
  );
}
