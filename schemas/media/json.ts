import { type JSONPath, printParseErrorCode, visit } from 'jsonc-parser';
import { pathOf } from '../json.ts';
import { table } from '../table.ts';
import type { JsonValue } from '../types.ts';
import { byteOrderMark, charsetOf, isKnownCharset, isUtf8, textIn } from './charset.ts';
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

/** Style of encoded JSON; every style decodes to the same value. */
export interface JsonStyle {
  /** Spaces per level; a single line by default. */
  readonly indent?: number;
  /** Escapes every character beyond ASCII. */
  readonly ascii?: boolean;
  /** Escapes every character of all texts or of all member names. */
  readonly escaped?: 'texts' | 'names';
  /** Writes the slash as `\/`, as some services do. */
  readonly slashes?: boolean;
  /** Order of member names. */
  readonly order?: 'as-given' | 'reversed';
}

/** Encodes a value as JSON text. */
export function encodeJson(value: JsonValue, style?: JsonStyle): string {
  if (style === undefined) return JSON.stringify(value);
  const ordered = style.order === 'reversed' ? reversed(value) : value;
  let text =
    style.escaped === undefined
      ? JSON.stringify(ordered, undefined, style.indent)
      : escapedText(ordered, style.escaped);
  if (style.slashes) text = text.replaceAll('/', '\\/');
  if (style.ascii) text = text.replace(/[\u007f-\uffff]/g, escapeUnit);
  return text;
}

function escapedText(value: JsonValue, where: 'texts' | 'names'): string {
  if (typeof value === 'string') return where === 'texts' ? escapedString(value) : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((entry) => escapedText(entry, where)).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${where === 'names' ? escapedString(name) : JSON.stringify(name)}:${escapedText(member, where)}`,
  );
  return `{${members.join(',')}}`;
}

function escapedString(text: string): string {
  return `"${text.replace(/[\s\S]/g, escapeUnit)}"`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The value with the members of every object in reverse order; array entries keep theirs. */
export function reversed<Value extends JsonValue>(value: Value): Value;
export function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => reversed(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, entry]) => [name, reversed(entry)]),
  );
}

/** Decodes a JSON body: strict UTF-8, one value, bounded size and depth; notes repeated names. */
export function decodeJson(bytes: Uint8Array, contentType?: string): Decoded {
  const pad = createNoteCollector();
  if (bytes.byteLength > limits.bytes) {
    return unreadable(
      { kind: 'too-large', detail: `${bytes.byteLength} bytes, more than ${limits.bytes}` },
      pad.notes,
    );
  }
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) pad.add('byte-order-mark', `the body starts with a ${mark.label} byte order mark`);
  const wide = mark === undefined ? looksWide(bytes) : mark.label !== 'utf-8';
  const text = wide ? undefined : textIn(bytes, 'utf-8', true);
  if (text === undefined)
    return unreadable({ kind: 'not-utf8', detail: 'the bytes are not UTF-8' }, pad.notes);
  const charset = charsetOf(contentType);
  if (charset !== undefined && !isUtf8(charset) && isKnownCharset(charset)) {
    // The bytes take precedence (RFC 8259 has no charset); a charset that gives the same text is no contradiction.
    const declared = textIn(bytes, charset, true);
    if (declared !== text) pad.add('charset', `Content-Type declares ${charset.slice(0, 40)}`);
  }
  return decodeText(text, pad);
}

function decodeText(text: string, pad: NoteCollector): Decoded {
  const size = measureJson(text);
  if (size.depth > limits.depth) {
    return unreadable(
      { kind: 'too-deep', detail: `nested more than ${limits.depth} levels deep` },
      pad.notes,
    );
  }
  if (size.members > limits.members) {
    return unreadable({ kind: 'too-many-members', detail: `more than ${limits.members} members` }, pad.notes);
  }
  const value = parse(text);
  if (value === undefined) return unreadable(firstError(text), pad.notes);
  // JSON.parse keeps one member per name, so fewer members than colons means a repeated name.
  if (namesIn(value) !== size.names) noteDuplicates(text, pad);
  return readable(value, pad.notes);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function namesIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, part) => sum + namesIn(part), own);
}

// UTF-16 without a mark is valid UTF-8 full of NUL characters; reported as such instead of as malformed.
function looksWide(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 2 && (bytes[0] === 0) !== (bytes[1] === 0);
}

function noteDuplicates(text: string, pad: NoteCollector): void {
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _column, path: () => JSONPath) => {
      const seen = open.at(-1);
      if (seen?.has(name))
        pad.add('duplicate-member', 'the same name comes twice in one object', pathOf([...path(), name]));
      seen?.add(name);
    },
  });
}

// The parser's own messages quote the body, which may hold card data; these never do.
const errorTexts: Readonly<Record<string, string>> = table({
  PropertyNameExpected: 'a member name was expected',
  ValueExpected: 'a value was expected',
  ColonExpected: 'a colon was expected',
  CommaExpected: 'a comma was expected',
  CloseBraceExpected: 'a closing brace was expected',
  CloseBracketExpected: 'a closing bracket was expected',
  EndOfFileExpected: 'something follows the value',
  InvalidCommentToken: 'comments are not JSON',
  UnexpectedEndOfString: 'a string does not end',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'a Unicode escape is incomplete',
  InvalidEscapeCharacter: 'an escape is not one of JSON',
  InvalidCharacter: 'a character that JSON does not allow here',
});

function firstError(text: string): MediaProblem {
  if (text.trim() === '') return { kind: 'empty', detail: 'the body is empty' };
  let problem: MediaProblem = { kind: 'malformed', detail: 'not JSON' };
  try {
    visit(
      text,
      {
        onError: (code, offset) => {
          const what = errorTexts[printParseErrorCode(code)];
          problem = {
            kind: 'malformed',
            at: placeOf(text, offset),
            detail: what === undefined ? 'not JSON' : `not JSON: ${what}`,
          };
          // Stops at the first error, so that the visitor does not follow brackets inside a broken string.
          throw new RangeError('first error found');
        },
      },
      { disallowComments: true },
    );
  } catch {
    return problem;
  }
  return problem;
}

/** Size of a JSON text, measured before it is parsed. */
interface JsonSize {
  readonly depth: number;
  /** Number of names, from the colons outside strings. */
  readonly names: number;
  /** Close upper estimate of names and entries. */
  readonly members: number;
}

/** Measures depth and members in one pass without recursion; exact for JSON, harmless for other text. */
function measureJson(text: string): JsonSize {
  let depth = 0;
  let deepest = 0;
  let names = 0;
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x3a: // :
        names += 1;
        break;
      case 0x2c: // ,
        commas += 1;
        break;
    }
  }
  return { depth: deepest, names, members: Math.max(names, commas + 1) };
}

/** The index of the closing quote of a JSON string; the length of the text if it is not closed. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return text.length;
}
