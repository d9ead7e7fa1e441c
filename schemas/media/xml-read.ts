import { table } from '../table.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import {
  createNotePad,
  type Decoded,
  type MediaProblem,
  type NotePad,
  placeOf,
  readable,
  unreadable,
} from './decoded.ts';
import { limits } from './limits.ts';
import { ownMember, setMember } from './member.ts';

/** A document type declaration that was passed over: nothing in it is expanded or loaded. */
interface Doctype {
  /** Where the text goes on after it. */
  readonly end: number;
  /** Names of the general entities that it declares. */
  readonly entities: ReadonlySet<string>;
  /** True when declarations elsewhere, or in parameter entities, may define more of them. */
  readonly isOpen: boolean;
}

// What may be between the declarations of an internal subset.
const between = /[\t\n\r ]+|%[\p{L}_:][\p{L}\p{N}_:.-]*;/uy;
const conditional = /<!\[[\t\n\r ]*(?:INCLUDE|(IGNORE)|%[^;<>"'[\]]{1,100};)[\t\n\r ]*\[/y;
const close = /[\t\n\r ]*>/y;
const declared = /<!(?:ELEMENT|ATTLIST|NOTATION|ENTITY(?:[\t\n\r ]+([^\s%"'<>]+))?)[\t\n\r ]/y;

/** Passes over the document type declaration that begins at `open`; the place where it is wrong if it is not well formed. */
function doctypeAt(text: string, open: number): Doctype | { readonly wrongAt: number } {
  const entities = new Set<string>();
  const headEnd = endOf(text, open + 2, '[');
  if (headEnd === -1) return { wrongAt: open };
  let isOpen = /[\t\n\r ](?:SYSTEM|PUBLIC)[\t\n\r ]/.test(text.slice(open, headEnd));
  if (text.charAt(headEnd - 1) === '>') return { end: headEnd, entities, isOpen };
  let sections = 0;
  for (let at = headEnd; at < text.length; ) {
    const blank = matchAt(between, text, at);
    if (blank !== undefined) {
      isOpen ||= blank[0].startsWith('%');
      at += blank[0].length;
    } else if (sections > 0 && text.startsWith(']]>', at)) {
      sections -= 1;
      at += 3;
    } else if (text.charAt(at) === ']' && sections === 0) {
      const last = matchAt(close, text, at + 1);
      return last === undefined ? { wrongAt: at } : { end: at + 1 + last[0].length, entities, isOpen };
    } else {
      const section = matchAt(conditional, text, at);
      const end = section === undefined ? endOfPart(text, at, entities) : endOfSection(text, at, section);
      if (end === -1) return { wrongAt: at };
      if (section !== undefined && section[1] === undefined) sections += 1;
      isOpen ||= section?.[0].includes('%') === true;
      at = end;
    }
  }
  return { wrongAt: open };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** The end of a comment, an instruction or a declaration; the name of an entity that it declares goes into `entities`. */
function endOfPart(text: string, at: number, entities: Set<string>): number {
  if (text.startsWith('<!--', at) || text.startsWith('<?', at)) return endOfMarkup(text, at);
  const found = matchAt(declared, text, at);
  if (found === undefined) return -1;
  if (found[1] !== undefined) entities.add(found[1]);
  return endOf(text, at + 2);
}

/** The start of the content of a section that counts, the end of one that is ignored with the sections in it. */
function endOfSection(text: string, at: number, section: RegExpExecArray): number {
  const start = at + section[0].length;
  if (section[1] === undefined) return start;
  const marks = /<!\[|\]\]>/g;
  marks.lastIndex = start;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === ']]>' ? -1 : 1;
    if (depth === 0) return marks.lastIndex;
  }
  return -1;
}

/** Behind the next `>`, or the next `stop`, outside of quotes; -1 when there is none, or what is `refused` comes first. */
function endOf(text: string, from: number, stop = '>', refused = '<'): number {
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (mark === '"' || mark === "'") {
      at = text.indexOf(mark, at + 1);
      if (at === -1) return -1;
    } else if (mark === '>' || mark === stop) return at + 1;
    else if (mark === refused) return -1;
  }
  return -1;
}

const nameStart = /[\p{L}_:]/u;
const startCharacters =
  ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const wholeName = new RegExp(
  `^[${startCharacters}][${startCharacters}.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040-]*$`,
  'u',
);
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const reference = /&(?:(?:lt|gt|amp|quot|apos);|#x([0-9a-fA-F]{1,8});|#([0-9]{1,8});)?/g;
const declaration =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/;
const attribute = /([^\t\n\r =]+)[\t\n\r ]*=[\t\n\r ]*(?:"([^"]*)"|'([^']*)')/y;
const blanks = /[\t\n\r ]+/y;

/** An element whose end tag has not come yet; the outermost one is the document. */
interface Element {
  /** Its name as the end tag repeats it. */
  readonly tag: string;
  readonly name: string;
  readonly path: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly value: JsonObject;
  text: string;
  hasElements: boolean;
}

/** A mistake at a place of the text. */
interface Mistake {
  readonly offset: number;
  readonly detail: string;
  readonly kind?: MediaProblem['kind'];
}

const wrongTag = 'a tag that is misnamed, unclosed or closed by another';
const wrongAttribute = 'an attribute that is repeated, unquoted or without a value';

/**
 * Reads the text of an XML document in one pass, without recursion, as `decodeXml` describes its value. A document
 * type declaration is passed over to its end; references to entities that it may define stay as they are.
 */
export function readXml(text: string, pad: NotePad): Decoded {
  const problem = (kind: MediaProblem['kind'], offset: number, detail: string): Decoded =>
    unreadable({ kind, at: placeOf(text, offset), detail }, pad.notes);
  const documentElement: Element = { ...emptyElement, value: {} };
  const open = [documentElement];
  let doctype: Doctype | undefined;
  // What is odd about the elements is told of a document that can be read.
  let notes = createNotePad(pad.notes);
  let members = 0;
  // Told when there is nothing worse, which may come later.
  let wrong: Mistake | undefined;
  const odd = forbidden.exec(text);
  if (odd !== null) return problem('malformed', odd.index, 'a character that XML does not allow');

  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at);
    const plain = text.slice(at, start === -1 ? text.length : start);
    const parent = open.at(-1) ?? documentElement;
    const isOutside = parent === documentElement;
    if (isOutside && /[^\t\n\r ]/.test(plain))
      return problem(
        'malformed',
        at,
        parent.hasElements ? 'text after the root element' : 'text before the root element',
      );
    if (plain.includes(']]>')) return problem('malformed', at, '"]]>" inside text');
    const bad = badReference(plain, doctype);
    if (bad !== undefined) return problem(bad.kind ?? 'malformed', at + bad.offset, bad.detail);
    parent.text += resolved(plain, parent.path, notes);
    if (start === -1) break;

    // Where a document type declaration ends is found below.
    const end = text.startsWith('<!DOCTYPE', start) ? start + 10 : endOfMarkup(text, start);
    if (end === -1) return problem('malformed', start, 'markup that does not end');
    const markup = text.slice(start, end);
    at = end;

    if (markup.startsWith('<!--')) {
      const dashes = markup.slice(4, -3);
      if (dashes.includes('--') || dashes.endsWith('-'))
        return problem('malformed', start, '"--" inside a comment');
    } else if (markup.startsWith('<![CDATA[')) {
      if (isOutside) return problem('malformed', start, 'a CDATA section outside the root element');
      parent.text += lineFeeds(markup.slice(9, -3));
    } else if (markup.startsWith('<?')) {
      if (/^<\?xml[\s?]/i.test(markup) && (start !== 0 || !declaration.test(markup)))
        return problem('malformed', start, 'an XML declaration that is misplaced or incomplete');
      if (!nameStart.test(markup.charAt(2)))
        return problem('malformed', start, 'a processing instruction without a name');
    } else if (markup.startsWith('<!')) {
      if (!/^<!DOCTYPE\s/.test(markup))
        return problem('malformed', start, 'a declaration that XML does not know');
      if (!isOutside || parent.hasElements || doctype !== undefined)
        return problem('malformed', start, 'a document type declaration in the wrong place');
      const passed = doctypeAt(text, start);
      if ('wrongAt' in passed)
        return problem('malformed', passed.wrongAt, 'a document type declaration that is not well formed');
      doctype = passed;
      at = passed.end;
      pad.add('dtd', 'a document type declaration, passed over without loading or expanding anything');
      notes = createNotePad(pad.notes);
    } else if (markup.startsWith('</')) {
      if (isOutside) return problem('malformed', start, 'an end tag without its start tag');
      wrong ??= wrongEnd(markup, parent.tag, start);
      closeElement(open, notes);
    } else {
      const worse = wrongStart(markup, doctype);
      if (worse !== undefined) return problem(worse.kind ?? 'malformed', start + worse.offset, worse.detail);
      if (isOutside && parent.hasElements)
        return problem('several-roots', start, 'more than one root element');
      members += 1 + (markup.match(/=/g)?.length ?? 0);
      if (members > limits.members)
        return problem('too-many-members', start, `more than ${limits.members} elements`);
      const tag = readTag(markup.slice(1, markup.endsWith('/>') ? -2 : -1), start + 1);
      wrong ??= tag.wrong;
      open.push(elementOf(tag, parent, notes));
      if (markup.endsWith('/>')) closeElement(open, notes);
      if (open.length - 1 > limits.depth)
        return problem('too-deep', start, `nested more than ${limits.depth} levels deep`);
    }
  }
  if (!documentElement.hasElements) return problem('malformed', text.length, 'no root element');
  if (open.length > 1) return problem('malformed', text.length, 'an element that does not end');
  if (wrong !== undefined) return problem('malformed', wrong.offset, wrong.detail);
  return readable(documentElement.value, notes.notes);
}

const emptyElement = {
  tag: '',
  name: '',
  path: '',
  attributes: new Map<string, string>(),
  text: '',
  hasElements: false,
};

/** What of a start tag, told from its start, makes its end and its name doubtful. */
function wrongStart(markup: string, doctype: Doctype | undefined): Mistake | undefined {
  if (!nameStart.test(String.fromCodePoint(markup.codePointAt(1) ?? 0)))
    return { offset: 0, detail: '"<" that does not start a tag' };
  if (markup.indexOf('<', 1) !== -1) return { offset: 0, detail: '"<" inside a tag' };
  return badReference(markup, doctype);
}

function wrongEnd(markup: string, tag: string, offset: number): Mistake | undefined {
  const [name = ''] = /^[^\t\n\r ]*/.exec(markup.slice(2, -1)) ?? [];
  if (!wholeName.test(name)) return { offset: offset + 2 + name.length, detail: wrongTag };
  return name === tag && markup.slice(2 + name.length, -1).trim() === ''
    ? undefined
    : { offset, detail: wrongTag };
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly wrong?: Mistake;
}

/** Reads what is between the brackets of a start tag, which is at an offset of the text. */
function readTag(content: string, offset: number): Tag {
  const [name = ''] = /^[^\t\n\r ]*/.exec(content) ?? [];
  const attributes = new Map<string, string>();
  if (!wholeName.test(name))
    return { name, attributes, wrong: { offset: offset + name.length, detail: wrongTag } };
  for (let at = name.length; at < content.length; at = attribute.lastIndex) {
    const blank = matchAt(blanks, content, at)?.[0].length ?? 0;
    if (at + blank === content.length) break;
    const [, own = '', double, single] = matchAt(attribute, content, at + blank) ?? [];
    if (blank === 0 || attributes.has(own) || !wholeName.test(own))
      return { name, attributes, wrong: { offset: offset + at + blank, detail: wrongAttribute } };
    attributes.set(own, double ?? single ?? '');
  }
  return { name, attributes };
}

function elementOf(tag: Tag, parent: Element, pad: NotePad): Element {
  parent.hasElements = true;
  // A colon at the end is no prefix.
  const name = tag.name.endsWith(':') ? tag.name : tag.name.slice(tag.name.lastIndexOf(':') + 1);
  const path = parent.path === '' ? name : `${parent.path}.${name}`;
  if (name !== tag.name) pad.add('namespace', 'the element name has a prefix', path);
  const attributes = new Map<string, string>();
  for (const [own, value] of tag.attributes)
    if (own === 'xmlns' || own.startsWith('xmlns:')) pad.add('namespace', 'a namespace is declared', path);
    else {
      pad.add('attribute', 'the element has an attribute', path, own);
      attributes.set(own, resolved(value, path, pad));
    }
  return { ...emptyElement, tag: tag.name, name, path, attributes, value: {} };
}

/** Takes the innermost element off and puts its value into the one around it. */
function closeElement(open: Element[], pad: NotePad): void {
  const element = open.pop();
  const parent = open.at(-1);
  if (element === undefined || parent === undefined) return;
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

function endOfMarkup(text: string, open: number): number {
  if (text.startsWith('<!--', open)) return after(text, '-->', open + 4);
  if (text.startsWith('<![CDATA[', open)) return after(text, ']]>', open + 9);
  if (text.startsWith('<?', open)) return after(text, '?>', open + 2);
  return endOf(text, open + 1, '>', '');
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

function badReference(text: string, doctype: Doctype | undefined): Mistake | undefined {
  if (!text.includes('&')) return undefined;
  for (const found of text.matchAll(reference)) {
    if (found[0] === '&') {
      const [, named] =
        /^&([\p{L}_:][\p{L}\p{N}_:.-]{0,99});/u.exec(text.slice(found.index, found.index + 110)) ?? [];
      if (named !== undefined && (doctype?.isOpen || doctype?.entities.has(named))) continue;
      return named !== undefined
        ? { kind: 'undefined-entity', offset: found.index, detail: 'an entity that nothing defines' }
        : { offset: found.index, detail: '"&" that does not start a reference' };
    }
    const code = found[1] === undefined ? Number(found[2] ?? 32) : Number.parseInt(found[1], 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || forbidden.test(String.fromCodePoint(code))) {
      return { offset: found.index, detail: 'a reference to a character that XML does not allow' };
    }
  }
  return undefined;
}

function lineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

const predefined: Readonly<Record<string, string>> = table({
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
});

/** Replaces the five predefined entities and references by number in a text; other references stay. */
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

function resolved(raw: string, path: string, pad: NotePad): string {
  const text = lineFeeds(raw);
  if (!text.includes('&')) return text;
  if (/&(?!(?:lt|gt|amp|quot|apos);|#)/.test(text))
    pad.add('entity', 'a reference to an entity that only the document type declaration defines', path);
  return resolveReferences(text);
}
