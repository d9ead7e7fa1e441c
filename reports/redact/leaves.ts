import type { SecretClass } from '../../schemas/contract.ts';
import { endOfString } from '../../schemas/media/json.ts';
import { classOf } from './classes.ts';
import { attributesOf, type Piece, piecesOf, readEntities, writeEntities } from './markup.ts';

/** The context of a leaf before its value is read. */
export interface Leaf {
  readonly name: string;
  /** Path without indices, such as `orders_list[].amount`. */
  readonly path: string;
  /** Class of an enclosing member; everything inside a secret is secret. */
  readonly inherited: SecretClass | undefined;
}

/** A part of a structured text, with its offsets. */
export interface TextRange {
  /** A value, the name of a member or element, or text without structure. */
  readonly kind: 'value' | 'name' | 'tag' | 'loose';
  readonly start: number;
  readonly end: number;
  /** The decoded value. */
  readonly value: string | number;
  readonly leaf: Leaf;
  /** Encodes a replacement by the rules of the format. */
  readonly write: (text: string) => string;
}

/** Splits a text into its parts, in order. */
export type Reader = (text: string, inherited: SecretClass | undefined) => Iterable<TextRange>;

const longestPath = 1000;

/** The leaf for a member of an object; the path stops growing at `longestPath`. */
function memberOf({ path, inherited }: Pick<Leaf, 'path' | 'inherited'>, name: string): Leaf {
  const whole = path.length > longestPath ? path : path === '' ? name : `${path}.${name}`;
  return { name, path: whole, inherited };
}

function stretch(
  kind: TextRange['kind'],
  start: number,
  end: number,
  value: TextRange['value'],
  leaf: Leaf,
  write: TextRange['write'] = String,
): TextRange {
  return { kind, start, end, value, leaf, write };
}

/** An open object or list of a JSON text; `member` is the leaf of the next value. */
interface Open {
  readonly outer: Leaf;
  member: Leaf;
}

const isWord = /^(?:true|false|null)$/;
const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const colon = /\s*:/y;
const other = /[^\s{}[\]:,"]+/y;

function readString(inner: string): string {
  if (!inner.includes('\\')) return inner;
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}

/** The leaves of a JSON text, in any layout and even if it is damaged. */
export function* jsonLeaves(text: string, inherited: SecretClass | undefined): Generator<TextRange> {
  const root: Leaf = { name: '', path: '', inherited };
  const stack: Open[] = [{ outer: root, member: root }];
  // Text that is not understood is searched as a whole, from the last value to the next one.
  let [edge, isOdd] = [0, false];
  const looseUntil = (end: number) => stretch('loose', edge, end, text.slice(edge, end), root);
  for (let at = 0; at < text.length; ) {
    const open = stack.at(-1) as Open;
    const mark = text.charAt(at);
    if (mark === '{' || mark === '[') {
      const { name, path, inherited: outer } = open.member;
      const secret = outer ?? (name === '' ? undefined : classOf(name));
      const list = mark === '[' && path.length <= longestPath ? '[]' : '';
      const inner = { name, path: path + list, inherited: secret };
      stack.push({ outer: inner, member: inner });
      at += 1;
    } else if (mark === '}' || mark === ']') {
      if (stack.length > 1) stack.pop();
      at += 1;
    } else if (mark === '"') {
      const close = endOfString(text, at);
      const end = Math.min(close + 1, text.length);
      const value = readString(text.slice(at + 1, close));
      colon.lastIndex = end;
      if (colon.test(text)) {
        yield stretch('name', at, end, value, open.outer, JSON.stringify);
        open.member = memberOf(open.outer, value);
      } else {
        if (isOdd) yield looseUntil(at);
        yield stretch('value', at, end, value, open.member, JSON.stringify);
        [edge, isOdd] = [end, false];
      }
      at = end;
    } else if (mark === ',' || mark === ':') {
      if (mark === ',') open.member = open.outer;
      at += 1;
    } else {
      other.lastIndex = at;
      const written = other.exec(text)?.[0] ?? '';
      if (isNumber.test(written) || isWord.test(written)) {
        if (isOdd) yield looseUntil(at);
        // A keyword such as `true` cannot be secret.
        if (isNumber.test(written))
          yield stretch('value', at, at + written.length, Number(written), open.member);
        [edge, isOdd] = [at + written.length, false];
      } else if (written !== '') isOdd = true;
      at += Math.max(1, written.length);
    }
  }
  if (isOdd) yield looseUntil(text.length);
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function encode(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}

// `a[0][b]` and `a.0.b` become `a[].b`.
function fieldOf(key: string, inherited: SecretClass | undefined): Leaf {
  const steps = key.split(/[.[\]]+/).filter((step) => step !== '');
  const names = steps.filter((step) => !/^\d+$/.test(step));
  const path = steps.reduce(
    (before, step) => (/^\d+$/.test(step) ? `${before}[]` : before ? `${before}.${step}` : step),
    '',
  );
  const outer = names
    .slice(0, -1)
    .map(classOf)
    .find((found) => found !== undefined);
  return { name: names.at(-1) ?? '', path, inherited: inherited ?? outer };
}

/** The leaves of a form or query text. */
export function* formLeaves(text: string, inherited: SecretClass | undefined): Generator<TextRange> {
  const unnamed: Leaf = { name: '', path: '', inherited };
  for (let at = 0; at <= text.length; ) {
    const next = text.indexOf('&', at);
    const end = next === -1 ? text.length : next;
    const cut = text.slice(at, end).indexOf('=');
    const from = cut < 0 ? at : at + cut + 1;
    const key = decode(text.slice(at, Math.max(at, from - 1)));
    if (cut >= 0) yield stretch('name', at, from - 1, key, unnamed, encode);
    const raw = text.slice(from, end);
    const value = decode(raw);
    const write = raw === value && cut >= 0 ? String : encode;
    yield stretch('value', from, end, value, cut < 0 ? unnamed : fieldOf(key, inherited), write);
    at = end + 1;
  }
}

function nameOfElement({ kind, name, start }: Piece, leaf: Leaf): TextRange {
  const at = start + (kind === 'close' ? 2 : 1);
  return stretch('tag', at, at + name.length, name, leaf);
}

// A prefix is not part of a documented name.
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function readText(text: string, piece: Piece): string {
  const raw = text.slice(piece.start, piece.end);
  return piece.kind === 'cdata' ? raw.slice(9).replace(/\]\]>$/, '') : readEntities(raw);
}

// Comments or CDATA sections may split a value: it is one leaf, from its first piece to its last.
function* elementLeaf(text: string, leaf: Leaf, pieces: readonly Piece[]): Generator<TextRange> {
  if (pieces.length === 0) return;
  const parts = pieces.filter((piece) => text.slice(piece.start, piece.end).trim() !== '');
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0];
  const value = parts.map((piece) => readText(text, piece)).join('');
  yield stretch('value', start, end, value, leaf, writeEntities);
}

/** The leaves of an XML text. */
export function* xmlLeaves(text: string, inherited: SecretClass | undefined): Generator<TextRange> {
  const root: Leaf = { name: '', path: '', inherited };
  const stack: { leaf: Leaf; texts: Piece[] }[] = [{ leaf: root, texts: [] }];
  for (const piece of piecesOf(text)) {
    const top = stack.at(-1) as (typeof stack)[number];
    const { kind, start, end } = piece;
    if (kind === 'text' || kind === 'cdata') top.texts.push(piece);
    else if (kind === 'other') yield stretch('loose', start, end, text.slice(start, end), root);
    else yield nameOfElement(piece, root);
    if (kind === 'open') {
      const { path, name, inherited: outer } = top.leaf;
      const leaf = memberOf({ path, inherited: outer ?? classOf(name) }, localName(piece.name));
      for (const attribute of attributesOf(text, piece)) {
        const name = localName(attribute.name);
        const of = { ...memberOf(leaf, `@${name}`), name };
        yield stretch('value', attribute.start, attribute.end, attribute.value, of, writeEntities);
      }
      if (!piece.empty) stack.push({ leaf, texts: [] });
    } else if (kind === 'close' && stack.length > 1) {
      stack.pop();
      yield* elementLeaf(text, top.leaf, top.texts);
    }
  }
  for (const { leaf, texts } of stack) {
    if (leaf !== root || inherited !== undefined) yield* elementLeaf(text, leaf, texts);
    // Beside all elements nothing has a value; read as one, a lone "<" would be escaped.
    else
      for (const { start, end } of texts) {
        const raw = text.slice(start, end);
        if (raw.trim() !== '') yield stretch('loose', start, end, raw, root);
      }
  }
}

/** The leaves of a page: values of named inputs by name, and all other text as free text. */
export function* htmlLeaves(text: string, inherited: SecretClass | undefined): Generator<TextRange> {
  const root: Leaf = { name: '', path: '', inherited: undefined };
  // The field name for the text of the current element: a textarea contains its own value.
  let owner = '';
  for (const piece of piecesOf(text)) {
    const { kind, name, start, end } = piece;
    const raw = text.slice(start, end);
    if (kind !== 'open' && kind !== 'close') {
      const leaf = { name: owner, path: owner, inherited };
      if (raw.trim() !== '') yield stretch(owner === '' ? 'loose' : 'value', start, end, raw, leaf);
      continue;
    }
    yield nameOfElement(piece, root);
    owner = '';
    if (kind === 'close') continue;
    const attributes = attributesOf(text, piece);
    const input = attributes.find((attribute) => /^name$/i.test(attribute.name))?.value ?? '';
    if (/^textarea$/i.test(name)) owner = input;
    const field: Leaf = { name: input, path: input, inherited };
    for (const attribute of attributes) {
      const isValue = /^(?:value|content|data-value)$/i.test(attribute.name);
      const leaf = isValue ? field : root;
      yield stretch('value', attribute.start, attribute.end, attribute.value, leaf, writeEntities);
    }
  }
}
