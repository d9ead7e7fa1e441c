import type { JsonObject, JsonValue } from '../types.ts';
import { isUtf8, textIn } from './charset.ts';
import { type Decoded, readable, unreadable } from './decoded.ts';
import { decodeJson, encodeJson } from './json.ts';
import { limits } from './limits.ts';
import { setMember } from './member.ts';

/**
 * Decodes an `application/x-www-form-urlencoded` body. Plus is a blank; names in brackets, and values that are the JSON
 * text of an object or array, become nested values; other values stay text; the last of a repeated name counts.
 * @param mayNest Returns whether a name may hold JSON text; every name by default.
 * @param charset Charset of the percent escapes if they are not all UTF-8.
 */
export function decodeForm(
  body: string,
  mayNest: (name: string) => boolean = () => true,
  charset = 'utf-8',
): Decoded {
  if (body.length > limits.bytes) {
    return unreadable({ kind: 'too-large', detail: `${body.length} characters, more than ${limits.bytes}` });
  }
  if (body.trim() === '') return unreadable({ kind: 'empty', detail: 'the body is empty' });
  const tree: FormBranch = formBranch();
  let fields = 0;
  for (const [name, value] of formFields(body, isUtf8(charset) || hasUtf8(body) ? undefined : charset)) {
    fields += 1;
    if (fields > limits.members)
      return unreadable({ kind: 'too-many-members', detail: `more than ${limits.members} fields` });
    const steps = stepsOf(name);
    if (steps.length > limits.depth)
      return unreadable({ kind: 'too-deep', detail: `nested more than ${limits.depth} levels deep` });
    insertAt(tree, steps, mayNest(steps[0] ?? '') ? nestedOr(value) : value);
  }
  return readable(foldBranch(tree));
}

// The bytes take precedence over the declared charset.
function hasUtf8(body: string): boolean {
  try {
    decodeURIComponent(body.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'));
    return true;
  } catch {
    return false;
  }
}

/** Splits a form body into its fields in order, with repeated names. */
export function* formFields(
  body: string,
  charset?: string,
): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at <= body.length; ) {
    const next = body.indexOf('&', at);
    const end = next === -1 ? body.length : next;
    if (end > at) {
      const equals = body.indexOf('=', at);
      const split = equals === -1 || equals > end ? end : equals;
      const [name, value] = [body.slice(at, split), body.slice(split + 1, end)];
      yield [unescapeField(name, charset), unescapeField(value, charset)];
    }
    at = end + 1;
  }
}

function unescapeField(text: string, charset: string | undefined): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  if (charset !== undefined) {
    // Unescaped characters are already decoded.
    return spaced.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
      const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
      return textIn(bytes, charset, false) ?? escapes;
    });
  }
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Like a browser: a broken escape stays as it is, invalid UTF-8 becomes U+FFFD.
    return new URLSearchParams(`v=${text}`).get('v') ?? '';
  }
}

/** Splits `a[b][0]` into `a`, `b`, `0`; a name with unbalanced brackets stays one plain name. */
function stepsOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const inner = name.slice(open + 1, -1).split('][');
  return inner.some((step) => /[[\]]/.test(step)) ? [name] : [name.slice(0, open), ...inner];
}

function nestedOr(text: string): JsonValue {
  if (!/^[[{]/.test(text)) return text;
  const decoded = decodeJson(new TextEncoder().encode(text));
  return decoded.ok ? decoded.value : text;
}

/** Bracketed fields while decoding; a map prevents prototype pollution and sparse arrays. */
interface FormBranch {
  readonly members: Map<string, FormBranch | { readonly leaf: JsonValue }>;
}

function formBranch(): FormBranch {
  return { members: new Map() };
}

/** Stores a value at its steps; an empty step takes the next free number. */
function insertAt(root: FormBranch, steps: readonly string[], leaf: JsonValue): void {
  let branch = root;
  for (const [index, given] of steps.entries()) {
    const step = given === '' && index > 0 ? String(branch.members.size) : given;
    const before = branch.members.get(step);
    if (index === steps.length - 1) {
      branch.members.set(step, { leaf });
    } else if (before === undefined || 'leaf' in before) {
      const next = formBranch();
      branch.members.set(step, next);
      branch = next;
    } else {
      branch = before;
    }
  }
}

/** Converts a branch to an object; branches inside it become arrays if their steps are exactly 0 to n-1. */
function foldBranch(root: FormBranch): JsonObject {
  const value: JsonObject = {};
  for (const [name, member] of root.members) setMember(value, name, foldMember(member));
  return value;
}

function foldMember(member: FormBranch | { readonly leaf: JsonValue }): JsonValue {
  if ('leaf' in member) return member.leaf;
  const entries: JsonValue[] = [];
  for (let index = 0; index < member.members.size; index += 1) {
    const entry = member.members.get(String(index));
    if (entry === undefined) return foldBranch(member);
    entries.push(foldMember(entry));
  }
  return entries;
}

/** How a form holds objects and arrays: as JSON text under one name, or as names in brackets (`a[b][0]`). */
export type NestedForm = 'json' | 'brackets';

/** Style of an encoded form; every style decodes to the same fields. */
export interface FormStyle {
  /** Percent-escapes every character of all names or of all values. */
  readonly escaped?: 'names' | 'values';
  /** Leaves the brackets in names unescaped. */
  readonly brackets?: 'plain';
  /** Writes a blank as `%20` instead of a plus sign. */
  readonly blanks?: 'escaped';
  /** Writes percent escapes in lower case. */
  readonly digits?: 'small';
}

/** Encodes an object as a form body; null becomes an empty value. */
export function encodeForm(value: JsonObject, nested: NestedForm, style: FormStyle = {}): string {
  const fields = Object.entries(value).flatMap(([name, member]) => [
    ...writtenFields(name, member, nested, 0),
  ]);
  return fields.map(([name, text]) => `${nameText(name, style)}=${valueText(text, style)}`).join('&');
}

function* writtenFields(
  name: string,
  value: JsonValue,
  nested: NestedForm,
  level: number,
): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) {
    yield [name, value === null ? '' : String(value)];
    return;
  }
  const entries = Object.entries(value);
  // Brackets cannot represent an empty object or array, so it is always JSON text.
  if (nested === 'json' || entries.length === 0 || level >= limits.depth) {
    yield [name, encodeJson(value)];
    return;
  }
  for (const [step, member] of entries) yield* writtenFields(`${name}[${step}]`, member, nested, level + 1);
}

function nameText(name: string, { escaped, brackets, ...style }: FormStyle): string {
  if (escaped === 'names') return escapedBytes(name);
  const text = fieldText(name, style);
  return brackets === 'plain' ? text.replaceAll('%5B', '[').replaceAll('%5D', ']') : text;
}

function valueText(value: string, { escaped, ...style }: FormStyle): string {
  return escaped === 'values' ? escapedBytes(value) : fieldText(value, style);
}

// As browsers encode forms.
function fieldText(text: string, { blanks, digits }: FormStyle): string {
  const written = new URLSearchParams([['', text]]).toString().slice(1);
  const spaced = blanks === 'escaped' ? written.replaceAll('+', '%20') : written;
  return digits === 'small' ? spaced.replaceAll(/%../g, (one) => one.toLowerCase()) : spaced;
}

function escapedBytes(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, '%$&');
}
