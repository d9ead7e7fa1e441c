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

// What may stand between the declarations of an internal subset.
const between = /[\t\n\r ]+|%[\p{L}_:][\p{L}\p{N}_:.-]*;/uy;
const conditional = /<!\[[\t\n\r ]*(?:INCLUDE|(IGNORE)|%[^;<>"'[\]]{1,100};)[\t\n\r ]*\[/y;
const close = /[\t\n\r ]*>/y;
const declared = /<!(?:ELEMENT|ATTLIST|NOTATION|ENTITY(?:[\t\n\r ]+([^\s%"'<>]+))?)[\t\n\r ]/y;

/** Passes over the document type declaration that begins at `open`; the place where it is wrong if it is not well formed. */
export function doctypeAt(text: string, open: number): Doctype | { readonly wrongAt: number } {
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

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}
