import type { SecretClass } from '../../schemas/contract.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { classOf, isDocumentedName, isExplaining, isFreeText, isIdentifier } from './classes.ts';
import { maskFreeText, type TextKind } from './free-text.ts';
import {
  formLeaves,
  htmlLeaves,
  jsonLeaves,
  type Leaf,
  type Reader,
  type TextRange,
  xmlLeaves,
} from './leaves.ts';
import { maskOf } from './masks.ts';
import { createScope, indexSecrets, noteSecret, type Scope } from './scope.ts';
import { replaceSpans, type Span } from './spans.ts';

/** The place of a text: the part of the exchange, and what is collected there. */
export interface Place {
  readonly scope: Scope;
  /** Such as `received.body`. */
  readonly part: string;
  /** Current nesting depth of texts in texts. */
  readonly depth: number;
  /** Returns a replacement for a secret instead of its mask; values without a secret's name stay unchanged. */
  readonly replace?: (secret: SecretClass, value: string, name: string) => string;
  /** With `replace`: returns a replacement for a value without a secret's name. */
  readonly replaceOpen?: (value: string) => string;
}

/** A place of an exchange. */
export function placeIn(scope: Scope, part: string): Place {
  return { scope, part, depth: 0 };
}

/** Records that something at a path of a place was masked. */
export function noteMasked({ scope, part }: Place, path: string): void {
  scope.masked.add(path === '' || path.startsWith('[') ? part + path : `${part}.${path}`);
}

const htmlElements =
  /^(?:html|head|body|form|input|script|style|div|p|h[1-6]|title|meta|link|base|table|br|a|span|center|noscript)$/i;

function isHtml(text: string): boolean {
  if (/^[\uFEFF\s]*<!doctype\s+html/i.test(text)) return true;
  const prolog = /^(?:[\uFEFF\s]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^<>]*>)*/.exec(text)?.[0].length ?? 0;
  return htmlElements.test(/^<([A-Za-z][^\s/>]*)/.exec(text.slice(prolog, prolog + 100))?.[1] ?? '');
}

// By the content of the text, never by its header: a wrong header must not prevent masking.
function readerOf(text: string): Reader | undefined {
  const start = text.replace(/^[\uFEFF\s]+/, '').slice(0, 1);
  if (start === '{' || start === '[') return jsonLeaves;
  if (start === '<') return isHtml(text) ? htmlLeaves : xmlLeaves;
  return /^[^\s=&<>{}"]+=[^\n]*$/.test(text.slice(0, 2000).trimEnd()) ? formLeaves : undefined;
}

/** Masks a text by its leaves; everything else stays as it is. */
function maskLeaves(text: string, read: Reader, place: Place, inherited?: SecretClass): string {
  const spans: Span[] = [];
  for (const stretch of read(text, inherited)) {
    const { start, end, value, write } = stretch;
    const masked = maskRange(stretch, place);
    if (masked !== value) spans.push({ start, end, text: write(String(masked)) });
  }
  return replaceSpans(text, spans);
}

function maskRange({ kind, value, leaf }: TextRange, place: Place): string | number {
  if (typeof value === 'number') return maskNumber(value, leaf, place);
  if (kind === 'loose') return maskUnstructured(value, place);
  if (kind === 'value') return maskLeaf(value, leaf, place);
  const shown = maskName(value, place);
  if (shown !== value && kind === 'name') noteMasked(place, leaf.path);
  return shown;
}

/** Masks a body of any kind. */
export function maskBody(text: string, place: Place): string {
  // Blanks, and the byte order marks among them, hide nothing, unlike other invisible characters.
  const [mark] = /^\s*/.exec(text) ?? [''];
  const body = text.slice(mark.length);
  if (body === '') return text;
  const read = readerOf(body);
  return mark + (read === undefined ? maskUnstructured(body, place) : maskLeaves(body, read, place));
}

/** Masks a JSON value by the meaning of its member names; the result is JSON text. */
function maskJson(json: string, place: Place): string {
  return maskLeaves(json, jsonLeaves, place);
}

/** Masks a JSON text like `maskJson`, but first records its secrets: one may also occur in an earlier open field. */
export function maskNoted(json: string, place: Place): string {
  const stretches = [...jsonLeaves(json, undefined)];
  const read = () => stretches;
  maskLeaves(json, read, { ...place, replace: maskOf });
  indexSecrets(place.scope);
  return maskLeaves(json, read, place);
}

/** Records the secrets of a JSON text by their field names, so that its other texts can be searched for them. */
export function noteSecrets(json: string, place: Place): void {
  maskJson(json, { ...place, replace: maskOf });
  indexSecrets(place.scope);
}

/** Masks a JSON value by the meaning of its member names. */
export function maskValue(value: JsonValue, place: Place): JsonValue {
  return JSON.parse(maskJson(JSON.stringify(value), place)) as JsonValue;
}

/** Replaces every secret of a body, by the same rules as masking; a text without structure stays. */
export function replaceSecrets(
  text: string,
  replace: NonNullable<Place['replace']>,
  replaceOpen?: Place['replaceOpen'],
): string {
  return maskBody(text, { ...placeIn(createScope(), ''), replace, ...(replaceOpen && { replaceOpen }) });
}

/** Masks a text without structure, and records whether it did; runs of digits stay readable in an address. */
export function maskUnstructured(text: string, place: Place, isAddress = false): string {
  if (place.replace !== undefined) return text;
  const masked = maskFreeText(text, place.scope, isOfAnswer(place) && !isAddress ? 'prose' : 'told');
  if (masked !== text) noteMasked(place, '');
  return masked;
}

const deepestText = 4;
const nested = /^\s*(?:[[{<]|[\w.%[\]-]+=[^&\s]*&)/;

/** Masks one string of a message. */
export function maskLeaf(value: string, leaf: Leaf, place: Place): string {
  if (value === '') return value;
  const secret = leaf.inherited ?? classOf(leaf.name);
  const read = place.depth < deepestText && nested.test(value) ? readerOf(value) : undefined;
  if (read !== undefined) {
    const part = place.part + (leaf.path === '' ? '' : `.${leaf.path}`);
    return maskLeaves(value, read, { ...place, part, depth: place.depth + 1 }, secret);
  }
  if (secret === undefined && place.replace !== undefined) return place.replaceOpen?.(value) ?? value;
  const masked =
    secret === undefined ? maskOpen(value, leaf.name, place) : maskSecret(value, secret, leaf, place);
  if (masked !== value) noteMasked(place, leaf.path);
  return masked;
}

const isOfAnswer = ({ part }: Place) => !part.startsWith('sent') && part !== '';

function kindOf(name: string, place: Place): TextKind {
  if (isIdentifier(name)) return 'identifier';
  if (isDocumentedName(name)) return isFreeText(name) ? 'told' : isExplaining(name) ? 'words' : 'field';
  // An attribute of markup is often an address.
  return isOfAnswer(place) && name !== '' ? 'prose' : 'told';
}

function maskOpen(value: string, name: string, place: Place): string {
  return maskFreeText(value, place.scope, kindOf(name, place));
}

/** Masks an undocumented name of a member, element or header. */
export function maskName(name: string, { scope, replace }: Place): string {
  return replace !== undefined || isDocumentedName(name) ? name : maskFreeText(name, scope, 'words');
}

function maskSecret(value: string, secret: SecretClass, { name }: Leaf, { scope, replace }: Place): string {
  const mask = replace?.(secret, value, name) ?? maskOf(secret, value);
  if (mask !== value) noteSecret(scope, secret, value, mask);
  return mask;
}

/** Masks one number of a message: a secret becomes 0, because a mask would not be a number. */
function maskNumber(value: number, leaf: Leaf, place: Place): number {
  if (place.replace !== undefined) return value;
  const secret = leaf.inherited ?? classOf(leaf.name);
  const text = String(value);
  const kind = kindOf(leaf.name, place);
  if (secret === undefined ? maskFreeText(text, place.scope, kind) === text : value === 0) return value;
  place.scope.secrets.set(text, '0');
  noteMasked(place, leaf.path);
  return 0;
}
