import { createRequire } from 'node:module';
import { defined } from '../defined.ts';
import type { JsonValue } from '../types.ts';
import { byteOrderMark, charsetOf, isKnownCharset, startAsLatin1, textIn } from './charset.ts';
import { type Decoded, type MediaProblem, readable, unreadable } from './decoded.ts';
import { limits } from './limits.ts';

// Elements whose content is text up to their end tag, as the DOM library reads them.
const rawText = /^(?:script|style|title|textarea|xmp)$/i;

/**
 * Removes comments in one pass, as they do not affect forms. Text that looks like a comment inside a tag, script,
 * style, title or text area stays.
 */
export function withoutComments(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (!html.startsWith('<!--', at)) {
      at = endOfMarkup(html, at);
      continue;
    }
    kept.push(html.slice(from, at));
    // The shortest comment is "<!-->".
    at = after(html, '-->', at + 2);
    from = at;
  }
  return kept.join('') + html.slice(from);
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at === -1 ? html.length : at + mark.length;
}

/** The end of the markup that starts at a "<", including the text of a script or similar element. */
function endOfMarkup(html: string, at: number): number {
  const next = html.charAt(at + 1);
  if (html.startsWith('<![CDATA[', at)) return after(html, ']]>', at);
  if (next === '/' || next === '!' || next === '?') return after(html, '>', at);
  if (!/[A-Za-z]/.test(next)) return at + 1;
  const end = endOfTag(html, at);
  const [name = ''] = /^[^\t\n\f\r />]+/.exec(html.slice(at + 1, at + 10)) ?? [];
  if (!rawText.test(name) || html.charAt(end - 2) === '/') return end;
  const endTag = new RegExp(`</${name}[\\t\\n\\f\\r >]`, 'gi');
  endTag.lastIndex = end;
  return endTag.exec(html)?.index ?? html.length;
}

const isBlank = (sign: string) => /[\t\n\f\r ]/.test(sign);

/** The end of a start tag: a ">" outside quoted values. */
function endOfTag(html: string, start: number): number {
  let hasName = false;
  let at = start + 1;
  while (at < html.length && !/[\t\n\f\r />]/.test(html.charAt(at))) at += 1;
  for (; at < html.length; at += 1) {
    const sign = html.charAt(at);
    if (sign === '>') return at + 1;
    if (sign === '=' && hasName) {
      at = endOfValue(html, at + 1) - 1;
      hasName = false;
    } else if (!isBlank(sign)) hasName = sign !== '/';
  }
  return at;
}

function endOfValue(html: string, start: number): number {
  let at = start;
  while (at < html.length && isBlank(html.charAt(at))) at += 1;
  const quote = html.charAt(at);
  if (quote === '"' || quote === "'") return after(html, quote, at + 1);
  while (at < html.length && html.charAt(at) !== '>' && !isBlank(html.charAt(at))) at += 1;
  return at;
}

/** A form control that posts a value. */
interface PageInput {
  readonly name: string;
  /** Lower case; `text` by default; `textarea` and `select` for those elements. */
  readonly type: string;
  readonly value: string;
  /** Set for a control that is not posted, as it or its fieldset is disabled. */
  readonly disabled?: true;
}

/** A form with its controls, wherever they are in the page. */
interface PageForm {
  readonly name: string;
  /** Upper case; `GET` by default, as in HTML. */
  readonly method: string;
  /** As written, unresolved; absent if the form has no such attribute and no script may set it. */
  readonly action?: string;
  readonly inputs: PageInput[];
}

/** A static page as the judge reads it (2.8). */
interface Page {
  readonly forms: PageForm[];
  /** URL of the first base element. */
  readonly base?: string;
  /** Controls that belong to no form. */
  readonly looseInputs: PageInput[];
  /** Whether the page may post automatically: `never` if nothing on it can run or lead on. */
  readonly autoPost: 'possible' | 'never';
}

const controls = new Set(['input', 'textarea', 'select']);
// A browser that posts this page has scripts on, so these have no elements.
const inert = new Set(['template', 'noscript']);

// `form.action = …`, `setAttribute("action", …)`, or an external script, which may do anything.
const setsAction = /\.action\b|(["'])action\1|^submit\(\)$/;

/** Reads the forms and controls of a document in one walk without recursion. */
function readPage(document: Document): Page {
  const forms: PageForm[] = [];
  const byId = new Map<string, PageForm>();
  const found: { element: Element; owner: PageForm | undefined; isOff: boolean }[] = [];
  const scripts: string[] = [];
  const off = disabledParts();
  let acts = false;
  let base: string | undefined;
  let current: PageForm | undefined;

  walk(document, {
    enter(element) {
      const tag = element.localName.toLowerCase();
      if (inert.has(tag)) return false;
      off.enter(element, tag);
      acts ||= canAct(element, tag);
      if (tag === 'form') {
        // HTML ignores a form inside a form; the first end tag closes the outer one.
        if (current === undefined) {
          current = formOf(element);
          forms.push(current);
          const id = attributeOf(element, 'id');
          if (id !== undefined && !byId.has(id)) byId.set(id, current);
        }
      } else if (controls.has(tag)) {
        found.push({ element, owner: current, isOff: off.contain(element) });
      } else if (tag === 'base') {
        base ??= attributeOf(element, 'href');
      } else if (tag === 'script') {
        scripts.push(scriptOf(element));
      }
      scripts.push(loadHandlerOf(element));
      return true;
    },
    leave(element) {
      off.leave(element);
      if (element.localName.toLowerCase() === 'form') current = undefined;
    },
  });

  const looseInputs: PageInput[] = [];
  for (const { element, owner, isOff } of found) {
    const wanted = attributeOf(element, 'form');
    const form = wanted === undefined ? owner : byId.get(wanted);
    (form?.inputs ?? looseInputs).push({ ...inputOf(element), ...(isOff ? { disabled: true } : {}) });
  }
  // A script may set the action of the form before it posts it.
  const isSet = scripts.some((script) => setsAction.test(script));
  return {
    forms: forms.map((form) => (form.action === undefined && isSet ? { ...form, action: '' } : form)),
    ...defined({ base }),
    looseInputs,
    autoPost: acts ? 'possible' : 'never',
  };
}

/** Follows a walk through the fieldsets that disable their controls, all but those in their first legend. */
function disabledParts() {
  const open: { readonly fieldset: Element; legend?: Element }[] = [];
  let bars = 0;
  return {
    enter(element: Element, tag: string) {
      const top = open.at(-1);
      if (tag === 'legend' && top?.legend === undefined && top?.fieldset === element.parentElement) {
        top.legend = element;
        bars -= 1;
      }
      if (tag !== 'fieldset' || attributeOf(element, 'disabled') === undefined) return;
      open.push({ fieldset: element });
      bars += 1;
    },
    leave(element: Element) {
      const top = open.at(-1);
      if (top?.legend === element) bars += 1;
      if (top?.fieldset !== element) return;
      open.pop();
      bars -= 1;
    },
    contain: (element: Element) => bars > 0 || attributeOf(element, 'disabled') !== undefined,
  };
}

/** True for an element with a script that runs, a handler, or something that may bring another page. */
function canAct(element: Element, tag: string): boolean {
  if (/^(?:i?frame|object|embed)$/.test(tag)) return true;
  if (tag === 'meta') return /^\s*refresh\s*$/i.test(attributeOf(element, 'http-equiv') ?? '');
  if (tag === 'script' && isProgram(element)) return true;
  return element.getAttributeNames().some((name) => /^on/i.test(name));
}

// A script of another type is data, and one of comments does nothing.
function isProgram(script: Element): boolean {
  const type = attributeOf(script, 'type')?.trim() ?? '';
  if (type !== '' && !/^module$|script/i.test(type)) return false;
  return withoutCommentLines(scriptOf(script)).trim() !== '';
}

function walk(
  document: Document,
  visit: { enter(element: Element): boolean; leave(element: Element): void },
): void {
  for (let top = document.firstElementChild; top !== null; top = top.nextElementSibling) {
    for (let element: Element | null = top; element !== null; ) {
      const child: Element | null = visit.enter(element) ? element.firstElementChild : null;
      if (child !== null) {
        element = child;
        continue;
      }
      while (element !== null) {
        visit.leave(element);
        if (element === top) element = null;
        else if (element.nextElementSibling !== null) break;
        else element = element.parentElement;
      }
      element = element?.nextElementSibling ?? null;
    }
  }
}

// The DOM library keeps attribute names as written; HTML uses the first of two equal ones.
function attributeOf(element: Element, name: string): string | undefined {
  const written = element.getAttributeNames().find((other) => other.toLowerCase() === name);
  return written === undefined ? undefined : (element.getAttribute(written) ?? undefined);
}

function formOf(element: Element): PageForm {
  // Not trimmed: browsers do not recognise a keyword with blanks around it.
  const method = attributeOf(element, 'method')?.toUpperCase();
  return {
    name: attributeOf(element, 'name') ?? '',
    method: method === undefined || method === '' ? 'GET' : method,
    ...defined({ action: attributeOf(element, 'action')?.trim() }),
    inputs: [],
  };
}

function inputOf(element: Element): PageInput {
  const tag = element.localName.toLowerCase();
  const name = attributeOf(element, 'name') ?? '';
  if (tag === 'textarea') return { name, type: tag, value: element.textContent ?? '' };
  if (tag === 'select') return { name, type: tag, value: chosenOf(element) };
  return {
    name,
    type: attributeOf(element, 'type')?.toLowerCase() || 'text',
    value: attributeOf(element, 'value') ?? '',
  };
}

function chosenOf(select: Element): string {
  const options = [...select.getElementsByTagName('option')];
  const chosen = options.find((option) => attributeOf(option, 'selected') !== undefined) ?? options[0];
  return chosen === undefined ? '' : (attributeOf(chosen, 'value') ?? chosen.textContent ?? '');
}

function scriptOf(element: Element): string {
  // An external script may do anything, so it counts as one that posts.
  return attributeOf(element, 'src') === undefined ? (element.textContent ?? '') : 'submit()';
}

function loadHandlerOf(element: Element): string {
  const name = element.getAttributeNames().find((other) => /^on(?:load|pageshow|error|focus)$/i.test(other));
  return name === undefined ? '' : (element.getAttribute(name) ?? '');
}

// Only whole lines: "//" elsewhere may be part of a URL in a string.
function withoutCommentLines(script: string): string {
  return script.replace(/^[ \t]*\/\/.*$/gm, '');
}

/** Decodes an HTML page to its forms, controls, base URL and automatic post; runs no script. */
export function decodeHtml(bytes: Uint8Array, contentType?: string): Decoded {
  if (bytes.byteLength > limits.bytes) {
    return unreadable({ kind: 'too-large', detail: `${bytes.byteLength} bytes, more than ${limits.bytes}` });
  }
  const text = htmlText(bytes, contentType);
  if (text.trim() === '') return unreadable({ kind: 'empty', detail: 'the body is empty' });
  // Comments do not count towards the limits. The text that was scanned is also the text that is parsed.
  const isMuch = scanHtml(text) !== undefined;
  const html = isMuch ? withoutComments(text) : text;
  const problem = isMuch ? scanHtml(html) : undefined;
  if (problem !== undefined) return unreadable(problem);
  try {
    const document = parser().parseFromString(html, 'text/html');
    return readable(readPage(document) as unknown as JsonValue);
  } catch {
    return unreadable({ kind: 'malformed', detail: 'the page could not be read' });
  }
}

type Parser = { parseFromString(html: string, type: 'text/html'): Document };

let loaded: Parser | undefined;

// Loaded at first use: loading takes longer than judging a hundred answers.
function parser(): Parser {
  // In two steps: a call in place of the class would lose its parentheses when compiled.
  const load = createRequire(import.meta.url);
  const { DOMParser } = load('linkedom') as { DOMParser: new () => Parser };
  loaded ??= new DOMParser();
  return loaded;
}

/** Decodes a page like a browser: by its mark, Content-Type or meta element, else UTF-8. */
function htmlText(bytes: Uint8Array, contentType: string | undefined): string {
  const labels = [byteOrderMark(bytes)?.label, charsetOf(contentType), metaLabel(bytes)];
  const label = labels.find((name) => name !== undefined && isKnownCharset(name)) ?? 'utf-8';
  return textIn(bytes, label, false) ?? '';
}

// HTML looks for the meta element in the first 1024 bytes; a page that declares UTF-16 there is read as UTF-8.
function metaLabel(bytes: Uint8Array): string | undefined {
  const found = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z][\w.:-]{0,39})/i.exec(
    startAsLatin1(bytes, 1024),
  );
  const label = found?.[1]?.toLowerCase();
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

/**
 * Returns the limit of the DOM library that a page exceeds, as its cost grows with nodes and attributes. It counts
 * characters instead of tags, so that quoting, comments or scripts cannot hide nodes.
 */
function scanHtml(text: string): MediaProblem | undefined {
  if (countOf(text, '<', limits.htmlMarks) > limits.htmlMarks) {
    return { kind: 'too-many-members', detail: `more than ${limits.htmlMarks} pieces of markup` };
  }
  if (countOf(text, '&', limits.htmlReferences) > limits.htmlReferences) {
    return { kind: 'too-many-members', detail: `more than ${limits.htmlReferences} character references` };
  }
  for (let open = text.indexOf('<'); open !== -1; ) {
    const close = text.indexOf('>', open);
    const end = close === -1 ? text.length : close;
    if (blanksIn(text, open, end) > limits.htmlBlanksInTag) {
      return { kind: 'too-many-members', detail: 'more attributes in one tag than are read' };
    }
    open = text.indexOf('<', end);
  }
  return undefined;
}

function countOf(text: string, mark: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1 && count <= most; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

function blanksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x2f) count += 1;
  }
  return count;
}
