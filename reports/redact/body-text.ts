import type { SecretClass } from '../../schemas/contract.ts';
import { classOf } from './classes.ts';
import { maskFormText } from './form-text.ts';
import { sweep } from './free-text.ts';
import { maskJsonText } from './json-text.ts';
import { type Leaf, leafOf, maskLeaf, maskName } from './leaves.ts';
import { attributesOf, type Piece, piecesOf, readEntities, writeEntities } from './markup.ts';
import { registeredIn } from './registered.ts';
import { createScope, type Masker, type Place, type Scope, sweepsOf } from './scope.ts';
import { addSpans, replaceSpans, type Span } from './spans.ts';

const htmlElements =
  /^(?:html|head|body|form|input|script|style|div|p|h[1-6]|title|meta|link|base|table|br|a|span|center|noscript)$/i;

function isHtml(text: string): boolean {
  if (/^[\uFEFF\s]*<!doctype\s+html/i.test(text)) return true;
  const prolog = /^(?:[\uFEFF\s]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^<>]*>)*/.exec(text)?.[0].length ?? 0;
  return htmlElements.test(/^<([A-Za-z][^\s/>]*)/.exec(text.slice(prolog, prolog + 100))?.[1] ?? '');
}

// By what a text looks like, never by what its header says: a wrong header must not open a hole.
function maskerOf(text: string): Masker | undefined {
  const start = text.replace(/^[\uFEFF\s]+/, '').slice(0, 1);
  if (start === '{' || start === '[') return maskJsonText;
  if (start === '<') return isHtml(text) ? maskHtmlText : maskXmlText;
  return /^[^\s=&<>{}"]+=[^\n]*$/.test(text.slice(0, 2000).trimEnd()) ? maskFormText : undefined;
}

/** What a reader of a text with structure makes of it; undefined where it is deeper than the stack, and so has none that can be read. */
export function unlessTooDeep<Made>(read: () => Made): Made | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** Masks a text that has structure (JSON, form, XML, HTML); undefined when it has none that is known. */
function maskBodyText(text: string, place: Place, inherited?: SecretClass): string | undefined {
  const masker = maskerOf(text);
  if (masker === undefined) return undefined;
  const sweeps = place.replace === undefined && (place.sweeps === true || sweepsOf(place.scope, text));
  const masked = unlessTooDeep(() => masker(text, { ...place, sweeps }, inherited));
  // In the name of an attribute, too, a registered value is masked.
  const names = sweeps !== false && masked?.startsWith('<') === true;
  return names ? replaceSpans(masked, registeredIn(masked)) : masked;
}

/** A place to mask at, without fields. */
export function placeIn(scope: Scope, part: string, sweeps: Place['sweeps'] = false): Place {
  return { scope, part, sweeps, depth: 0, inside: maskBodyText };
}

/** Masks a body of any kind. */
export function maskBody(text: string, place: Place): string {
  if (text === '') return text;
  return maskBodyText(text, place) ?? sweep(text, place);
}

/** Writes something else for every secret of a body, by the same rules as masking; a text without structure stays. */
export function replaceSecrets(
  text: string,
  replace: NonNullable<Place['replace']>,
  replaceOpen?: Place['replaceOpen'],
): string {
  const place = { ...placeIn(createScope(), ''), replace, ...(replaceOpen && { replaceOpen }) };
  return maskBodyText(text, place) ?? text;
}

/** Masks an HTML text: values of named inputs by name, addresses, scripts and all other text as free text. */
function maskHtmlText(text: string, place: Place, inherited?: SecretClass): string {
  const spans: Span[] = [];
  // The name that the text of the current element belongs to: a textarea or option holds a value of its own.
  let owner = '';
  for (const piece of piecesOf(text)) {
    addSpans(spans, maskElementName(piece, place));
    if (piece.kind === 'open') {
      owner = /^textarea$/i.test(piece.name) ? (named(text, piece) ?? '') : '';
      addSpans(spans, maskTag(text, piece, place, inherited));
    } else if (piece.kind === 'close') owner = '';
    else addSpans(spans, maskText(text, piece, owner, place, inherited));
  }
  return replaceSpans(text, spans);
}

function named(text: string, piece: Piece): string | undefined {
  return attributesOf(text, piece).find(({ name }) => /^name$/i.test(name))?.value;
}

function maskTag(text: string, piece: Piece, place: Place, inherited: SecretClass | undefined): Span[] {
  const input = named(text, piece);
  if (input !== undefined && input !== '' && /^(?:input|button|textarea|select)$/i.test(piece.name))
    place.fields?.add(input);
  return attributesOf(text, piece).flatMap(({ name, value, start, end }) => {
    const isValue = /^(?:value|content|data-value)$/i.test(name);
    const field = isValue && input !== undefined ? input : '';
    const path = field === '' ? '' : field;
    const masked = maskLeaf(value, { name: field, path, inherited: isValue ? inherited : undefined }, place);
    return masked === value ? [] : [{ start, end, text: writeEntities(masked) }];
  });
}

function maskText(
  text: string,
  piece: Piece,
  owner: string,
  place: Place,
  inherited: SecretClass | undefined,
): Span[] {
  const raw = text.slice(piece.start, piece.end);
  if (raw.trim() === '') return [];
  const masked =
    owner === '' ? sweep(raw, place) : maskLeaf(raw, { name: owner, path: owner, inherited }, place);
  if (masked === raw) return [];
  return [{ start: piece.start, end: piece.end, text: masked }];
}

interface Open {
  readonly leaf: Leaf;
  readonly texts: Piece[];
}

// Prefixes are no part of a documented name.
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function readText(text: string, piece: Piece): string {
  const raw = text.slice(piece.start, piece.end);
  return piece.kind === 'cdata' ? raw.slice(9).replace(/\]\]>$/, '') : readEntities(raw);
}

/** Masks an XML text; everything that is not masked stays as it is. */
function maskXmlText(text: string, place: Place, inherited?: SecretClass): string {
  const spans: Span[] = [];
  const stack: Open[] = [{ leaf: { name: '', path: '', inherited }, texts: [] }];
  const finish = (open: Open) => {
    addSpans(spans, maskElement(text, open, place));
  };
  for (const piece of piecesOf(text)) {
    const top = stack.at(-1);
    if (top === undefined) break;
    addSpans(spans, maskElementName(piece, place));
    if (piece.kind === 'text' || piece.kind === 'cdata') top.texts.push(piece);
    else if (piece.kind === 'other') addSpans(spans, maskOther(text, piece, place));
    else if (piece.kind === 'open') {
      const leaf = childOf(top.leaf, localName(piece.name));
      addSpans(spans, maskAttributes(text, piece, leaf, place));
      if (!piece.empty) stack.push({ leaf, texts: [] });
      else if (leaf.path !== '') place.fields?.add(leaf.path);
    } else if (stack.length > 1) {
      stack.pop();
      finish(top);
    }
  }
  for (const open of stack) finish(open);
  return replaceSpans(text, spans);
}

function childOf(parent: Leaf, name: string): Leaf {
  return leafOf(parent.path, name, parent.inherited ?? classOf(parent.name));
}

// A value may be cut by comments or CDATA sections: it is masked whole, into its first piece.
function maskElement(text: string, { leaf, texts }: Open, place: Place): Span[] {
  const parts = texts.filter((piece) => text.slice(piece.start, piece.end).trim() !== '');
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) {
    if (texts.length > 0 && leaf.path !== '') place.fields?.add(leaf.path);
    return [];
  }
  if (leaf.path !== '') place.fields?.add(leaf.path);
  const value = parts.map((piece) => readText(text, piece)).join('');
  const masked = maskLeaf(value, leaf, place);
  return masked === value ? [] : [{ start: first.start, end: last.end, text: writeEntities(masked) }];
}

function maskAttributes(text: string, piece: Piece, owner: Leaf, place: Place): Span[] {
  return attributesOf(text, piece).flatMap(({ name, value, start, end }) => {
    const leaf = leafOf(owner.path, `@${localName(name)}`, owner.inherited);
    const masked = maskLeaf(value, { ...leaf, name: localName(name) }, place);
    return masked === value ? [] : [{ start, end, text: writeEntities(masked) }];
  });
}

function maskOther(text: string, piece: Piece, place: Place): Span[] {
  const raw = text.slice(piece.start, piece.end);
  const masked = sweep(raw, place);
  return masked === raw ? [] : [{ start: piece.start, end: piece.end, text: masked }];
}

/** Masks the name of an element where it holds a secret itself. */
function maskElementName({ kind, name, start }: Piece, place: Place): Span[] {
  const shown = maskName(name, place);
  if (shown === name) return [];
  const at = start + (kind === 'close' ? 2 : 1);
  return [{ start: at, end: at + name.length, text: shown }];
}
