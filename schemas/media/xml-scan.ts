import { given } from '../given.ts';
import { table } from '../table.ts';
import { type MediaProblem, placeOf } from './decoded.ts';
import { limits } from './limits.ts';

/** A document type declaration that was passed over: nothing in it is expanded or loaded. */
export interface Doctype {
  readonly start: number;
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
  if (text.charAt(headEnd - 1) === '>') return { start: open, end: headEnd, entities, isOpen };
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
      return last === undefined
        ? { wrongAt: at }
        : { start: open, end: at + 1 + last[0].length, entities, isOpen };
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
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (text.startsWith('<?', at)) return after(text, '?>', at + 2);
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

/** Behind the next `>`, or the next `stop`, outside of quotes; -1 when there is none, or a `<` comes first. */
function endOf(text: string, from: number, stop = '>'): number {
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (mark === '"' || mark === "'") {
      at = text.indexOf(mark, at + 1);
      if (at === -1) return -1;
    } else if (mark === '>' || mark === stop) return at + 1;
    else if (mark === '<') return -1;
  }
  return -1;
}

/** What the scan of an XML text says besides "nothing wrong". */
export interface XmlScan {
  readonly problem?: MediaProblem;
  /** The document type declaration that was passed over. */
  readonly doctype?: Doctype;
}

const nameStart = /[\p{L}_:]/u;
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const reference = /&(?:(?:lt|gt|amp|quot|apos);|#x([0-9a-fA-F]{1,8});|#([0-9]{1,8});)?/g;
const declaration =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/;

/**
 * Finds in one pass, without recursion, what the XML library lets through: characters and references that XML
 * forbids, declarations in the wrong place, `]]>` and `--` where they may not be, and too much depth. A document type declaration is passed over to its end;
 * references to entities that it may define stay as they are.
 */
export function scanXml(text: string): XmlScan {
  const problem = (kind: MediaProblem['kind'], offset: number, detail: string): XmlScan => ({
    problem: { kind, at: placeOf(text, offset), detail },
    ...given({ doctype }),
  });
  let doctype: Doctype | undefined;
  let depth = 0;
  let elements = 0;
  let roots = 0;
  const odd = forbidden.exec(text);
  if (odd !== null) return problem('malformed', odd.index, 'a character that XML does not allow');

  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at);
    const plain = text.slice(at, open === -1 ? text.length : open);
    if (depth === 0 && /[^\t\n\r ]/.test(plain)) {
      return problem(
        'malformed',
        at,
        roots === 0 ? 'text before the root element' : 'text after the root element',
      );
    }
    if (plain.includes(']]>')) return problem('malformed', at, '"]]>" inside text');
    const bad = badReference(plain, doctype);
    if (bad !== undefined) return problem(bad.kind, at + bad.offset, bad.detail);
    if (open === -1) break;

    // Where a document type declaration ends is found below.
    const end = text.startsWith('<!DOCTYPE', open) ? open + 10 : endOfMarkup(text, open);
    if (end === -1) return problem('malformed', open, 'markup that does not end');
    const markup = text.slice(open, end);

    if (markup.startsWith('<!--')) {
      const dashes = markup.slice(4, -3);
      if (dashes.includes('--') || dashes.endsWith('-'))
        return problem('malformed', open, '"--" inside a comment');
    } else if (markup.startsWith('<![CDATA[')) {
      if (depth === 0) return problem('malformed', open, 'a CDATA section outside the root element');
    } else if (markup.startsWith('<?')) {
      if (/^<\?xml[\s?]/i.test(markup) && (open !== 0 || !declaration.test(markup))) {
        return problem('malformed', open, 'an XML declaration that is misplaced or incomplete');
      }
      if (!nameStart.test(markup.charAt(2)))
        return problem('malformed', open, 'a processing instruction without a name');
    } else if (markup.startsWith('<!')) {
      if (!/^<!DOCTYPE\s/.test(markup))
        return problem('malformed', open, 'a declaration that XML does not know');
      if (roots > 0 || doctype !== undefined)
        return problem('malformed', open, 'a document type declaration in the wrong place');
      const passed = doctypeAt(text, open);
      if ('wrongAt' in passed)
        return problem('malformed', passed.wrongAt, 'a document type declaration that is not well formed');
      doctype = passed;
      at = passed.end;
      continue;
    } else if (markup.startsWith('</')) {
      depth -= 1;
      if (depth < 0) return problem('malformed', open, 'an end tag without its start tag');
    } else {
      if (!nameStart.test(String.fromCodePoint(markup.codePointAt(1) ?? 0))) {
        return problem('malformed', open, '"<" that does not start a tag');
      }
      if (markup.indexOf('<', 1) !== -1) return problem('malformed', open, '"<" inside a tag');
      const value = badReference(markup, doctype);
      if (value !== undefined) return problem(value.kind, open + value.offset, value.detail);
      if (depth === 0) {
        roots += 1;
        if (roots > 1) return problem('several-roots', open, 'more than one root element');
      }
      elements += 1 + (markup.match(/=/g)?.length ?? 0);
      if (elements > limits.members)
        return problem('too-many-members', open, `more than ${limits.members} elements`);
      if (!markup.endsWith('/>')) depth += 1;
      if (depth > limits.depth)
        return problem('too-deep', open, `nested more than ${limits.depth} levels deep`);
    }
    at = end;
  }
  if (roots === 0) return problem('malformed', text.length, 'no root element');
  if (depth !== 0) return problem('malformed', text.length, 'an element that does not end');
  return given({ doctype });
}

function endOfMarkup(text: string, open: number): number {
  if (text.startsWith('<!--', open)) return after(text, '-->', open + 4);
  if (text.startsWith('<![CDATA[', open)) return after(text, ']]>', open + 9);
  if (text.startsWith('<?', open)) return after(text, '?>', open + 2);
  for (let at = open + 1; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (mark === '"' || mark === "'") {
      at = text.indexOf(mark, at + 1);
      if (at === -1) return -1;
    } else if (mark === '>') return at + 1;
  }
  return -1;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

function badReference(
  text: string,
  doctype: Doctype | undefined,
): { kind: MediaProblem['kind']; offset: number; detail: string } | undefined {
  if (!text.includes('&')) return undefined;
  for (const found of text.matchAll(reference)) {
    if (found[0] === '&') {
      const [, named] =
        /^&([\p{L}_:][\p{L}\p{N}_:.-]{0,99});/u.exec(text.slice(found.index, found.index + 110)) ?? [];
      if (named !== undefined && (doctype?.isOpen || doctype?.entities.has(named))) continue;
      return named !== undefined
        ? { kind: 'undefined-entity', offset: found.index, detail: 'an entity that nothing defines' }
        : { kind: 'malformed', offset: found.index, detail: '"&" that does not start a reference' };
    }
    const code = found[1] === undefined ? Number(found[2] ?? 32) : Number.parseInt(found[1], 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || forbidden.test(String.fromCodePoint(code))) {
      return {
        kind: 'malformed',
        offset: found.index,
        detail: 'a reference to a character that XML does not allow',
      };
    }
  }
  return undefined;
}

/** Whether text that the scan has passed refers to an entity that only a document type declaration can define. */
export function usesEntity(text: string): boolean {
  return text.includes('&') && /&(?!(?:lt|gt|amp|quot|apos);|#)/.test(text);
}

const predefined: Readonly<Record<string, string>> = table({
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
});

/** Replaces the five predefined entities and numeric references in text that the scan has passed. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(\w+));/g,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (digits !== undefined) return String.fromCodePoint(Number(digits));
      return predefined[name ?? ''] ?? whole;
    },
  );
}
