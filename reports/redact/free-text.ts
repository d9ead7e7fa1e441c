import type { SecretClass } from '../../schemas/contract.ts';
import { cardNumbersIn } from './card-numbers.ts';
import { classOf } from './classes.ts';
import { encodedWordsIn } from './encoded-words.ts';
import { maskOf } from './masks.ts';
import type { Scope } from './scope.ts';
import { indexedSecretsIn } from './secret-index.ts';
import { addSpans, replaceSpans, type Span } from './spans.ts';
import { SecretLeft } from './withheld.ts';

const word = /[A-Za-z_][A-Za-z0-9_-]*/g;
// In prose without a sign between name and value, only a security code directly follows its name.
const wordBeforeCode =
  /(?<![A-Za-z0-9_-])[A-Za-z_][A-Za-z0-9_-]{1,63}(?=[\s+]+(?:(?:is|was|of)[\s+]+)?\d{3,4}(?!\d))/g;
const joining = /[=:<"'`]/;
// The first character after a field name, whatever joins the name to its value.
const behindName = /[\\"'`\]\s+=:]/y;
// What may be between a field name and its value in JSON, code, a query, XML, an input element, or prose; in a query a
// plus is a space.
const valueAfter =
  /(?:\\?["'`]?\]?[\s+]*(?:=>|[:=])[\s+]*|\\?["'`][\s+]*,[\s+]*|\\?["'](?:[\s+]+[\w-]+[\s+]*=[\s+]*\\?["'][^"']*["']){0,12}[\s+]+value[\s+]*=[\s+]*)(?:\\?"((?:[^"\\]|\\[^"])*)\\?"|\\?'((?:[^'\\]|\\[^'])*)\\?'|([^\s&;,"'`<>(){}[\]|\\]+))/dy;
const codeAfter = /["'`]?[\s+:=]+(?:(?:is|was|of)[\s+]+)?["'`]?(\d{3,4})(?!\d)/dy;
const element = /<([A-Za-z_][\w.-]*)(?:[\s+][^<>]*)?>([^<]+)/dg;

function valueBehind(text: string, secret: SecretClass, end: number): readonly [number, number] | undefined {
  for (const pattern of secret === 'security-code' ? [valueAfter, codeAfter] : [valueAfter]) {
    pattern.lastIndex = end;
    const range = pattern
      .exec(text)
      ?.indices?.slice(1)
      .find((part) => part !== undefined);
    if (range !== undefined) return range;
  }
  return undefined;
}

function namedValuesIn(text: string): Span[] {
  const spans: Span[] = [];
  // A value is masked as a whole. Names inside it begin no further values, which keeps the search linear.
  let masked = 0;
  for (const { 0: name, index } of text.matchAll(joining.test(text) ? word : wordBeforeCode)) {
    behindName.lastIndex = index + name.length;
    if (index < masked || !behindName.test(text)) continue;
    const secret = classOf(name);
    const range = secret && valueBehind(text, secret, index + name.length);
    if (secret === undefined || range === undefined) continue;
    const [start, end] = range;
    const value = text.slice(start, end);
    if (/^(?:undefined|null|true|false)$/.test(value)) continue;
    // A sentence may end with a name ("placed by phone"), followed by the next name with its own value.
    const next = classOf(value);
    if (next !== undefined && valueBehind(text, next, end) !== undefined) continue;
    spans.push({ start, end, text: maskOf(secret, value) });
    masked = end;
  }
  return spans;
}

function elementsIn(text: string): Span[] {
  return [...text.matchAll(element)].flatMap((found) => {
    const secret = classOf(found[1] ?? '');
    const [start, end] = found.indices?.[2] ?? [0, 0];
    return secret === undefined ? [] : [{ start, end, text: maskOf(secret, text.slice(start, end)) }];
  });
}

// A pair requires a word, and either a sign that joins it to a value or three digits after a space.
function mayHoldPair(text: string): boolean {
  return (joining.test(text) || /[\s+]\d{3}/.test(text)) && /[A-Za-z_]/.test(text);
}

/** Every value in a text after the name of a secret field, with its mask. */
function pairsIn(text: string): Span[] {
  if (!mayHoldPair(text)) return [];
  const spans = namedValuesIn(text);
  return text.includes('<') ? spans.concat(elementsIn(text)) : spans;
}

const localSign = /[\p{L}\p{N}._%+-]/u;
const domain = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/uy;
const longestLocal = 64;
const longestDomain = 255;

// No character of an address is read twice: neither part extends past another @.
function localStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < longestLocal && localSign.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** Every e-mail address in a text, with its mask. */
function emailsIn(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at);
    if (start === at) continue;
    domain.lastIndex = 0;
    const after = domain.exec(text.slice(at + 1, at + 1 + longestDomain))?.[0];
    if (after === undefined) continue;
    const end = at + 1 + after.length;
    spans.push({ start, end, text: maskOf('personal', text.slice(start, end)) });
  }
  return spans;
}

/**
 * Where a text without a class is: in an identifying field, in another documented field, in words about them, in a text of
 * the suite or of a merchant, or anywhere else in an answer, which is prose.
 */
export type TextKind = 'identifier' | 'field' | 'words' | 'told' | 'prose';

const userInfo = /:\/\/([^/\s@:]+(?::[^/\s@]*)?)@/dg;

function credentialsIn(text: string): Span[] {
  return [...text.matchAll(userInfo)].map(({ indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    return { start, end, text: maskOf('token', text.slice(start, end)) };
  });
}

// Six digits, in groups too, are more than a code or an amount.
const digitRun = /\d(?:[^\p{L}\d]{0,3}\d){5,}/gu;

/** Every run of digits in a text between spans that are known already. */
function digitRunsIn(text: string, known: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let at = 0;
  const searchUntil = (end: number) => {
    for (const { 0: digits, index } of text.slice(at, Math.max(at, end)).matchAll(digitRun)) {
      const start = at + index;
      spans.push({ start, end: start + digits.length, text: digits.replaceAll(/\d/g, 'x') });
    }
  };
  for (const { start, end } of [...known].sort((one, other) => one.start - other.start)) {
    searchUntil(start);
    at = Math.max(at, end);
  }
  searchUntil(text.length);
  return spans;
}

/** Every word with encoded characters that is not a known value as a whole. */
function encodedBeside(text: string, known: readonly Span[]): readonly Span[] {
  const words = encodedWordsIn(text);
  if (words.length === 0) return words;
  const ends = new Map(known.map(({ start, end }) => [start, end]));
  return words.filter(({ start, end }) => (ends.get(start) ?? start) < end);
}

// Most values of a message: a word or two, a code, an amount, a message after its code, a time, a plain address.
const plain =
  /^(?:[A-Za-z][A-Za-z -]*|\d{1,12}(?:\.\d{1,6})?|[A-Z]?\d{4}:[A-Za-z ]*|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:[+-]\d{4})?)?|https?:\/\/[A-Za-z.-]+(?:\/[A-Za-z_./-]*)?)$/;

/** The known values, and in prose the runs of digits: nothing else can be in a plain text. */
function plainIn(text: string, scope: Scope | undefined, kind: TextKind): Span[] {
  const spans = indexedSecretsIn(text, scope?.known, kind === 'told' || kind === 'prose');
  if (kind === 'prose') addSpans(spans, digitRunsIn(text, spans));
  return spans;
}

function secretsIn(text: string, scope: Scope | undefined, kind: TextKind): Span[] {
  const spans = indexedSecretsIn(text, scope?.known, kind === 'told' || kind === 'prose');
  addSpans(spans, cardNumbersIn(text, kind === 'identifier'));
  addSpans(spans, pairsIn(text));
  if (text.includes('@')) addSpans(spans, emailsIn(text));
  if (text.includes('://')) addSpans(spans, credentialsIn(text));
  if (kind === 'prose') addSpans(spans, digitRunsIn(text, spans));
  // A documented field is open as it is, and compared with what was sent.
  if (kind !== 'identifier' && kind !== 'field') addSpans(spans, encodedBeside(text, spans));
  return spans;
}

/**
 * Masks what can be recognised in a text without structure: values after the name of a secret field, card numbers,
 * registered values, e-mail addresses, credentials in addresses, the secrets of the same exchange, words with encoded
 * characters, and in prose every run of digits.
 */
export function maskFreeText(text: string, scope?: Scope, kind: TextKind = 'told'): string {
  if (plain.test(text)) return replaceSpans(text, plainIn(text, scope, kind));
  return replaceSpans(text, secretsIn(text, scope, kind));
}

/** The places of known secrets in a text, with their masks. */
function leftIn(text: string, scope: Scope | undefined): Span[] {
  return indexedSecretsIn(text, scope?.known).filter(
    ({ start, end, text: mask }) => mask !== text.slice(start, end),
  );
}

/** The masked text without known secrets: any left are masked too. Throws `SecretLeft` if some remain. */
export function nothingLeft(masked: string, scope?: Scope): string {
  const left = leftIn(masked, scope);
  if (left.length === 0) return masked;
  const again = replaceSpans(masked, left);
  if (leftIn(again, scope).length > 0) throw new SecretLeft();
  return again;
}
