import type { SecretClass } from '../../schemas/contract.ts';
import { cardNumbersIn } from './card-numbers.ts';
import { classOf } from './classes.ts';
import { maskOf } from './masks.ts';
import { registeredIn } from './registered.ts';
import { mark, type Place, type Scope, taintedIn } from './scope.ts';
import { replaceSpans, type Span } from './spans.ts';

const word = /[A-Za-z_][A-Za-z0-9_-]*/g;
// What may stand between a field name and its value in JSON, code, a query, XML, an input element, or prose.
const valueAfter =
  /(?:\\?["'`]?\]?\s*(?:=>|[:=])\s*|\\?["'`]\s*,\s*|\\?["'](?:\s+[\w-]+\s*=\s*\\?["'][^"']*["']){0,12}\s+value\s*=\s*)(?:\\?"((?:[^"\\]|\\[^"])*)\\?"|\\?'((?:[^'\\]|\\[^'])*)\\?'|([^\s&;,"'`<>(){}[\]|\\]+))/dy;
const codeAfter = /["'`]?[\s:=]+(?:is\s+|was\s+|of\s+)?["'`]?(\d{3,4})(?!\d)/dy;
const element = /<([A-Za-z_][\w.-]*)(?:\s[^<>]*)?>([^<]+)/dg;
// Bounded, so that a megabyte of letters is not searched again from every sign.
const localPart = /[\p{L}\p{N}._%+-]+$/u;
const domain = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const encoded = /(?:[\w.*~!'()+-]|%[0-9A-Fa-f]{2}){12,}/g;
const userInfo = /:\/\/([^/\s@:]+(?::[^/\s@]*)?)@/dg;

function maskWritten(secret: SecretClass, raw: string): string {
  if (!/%[0-9A-Fa-f]{2}/.test(raw)) return maskOf(secret, raw);
  try {
    return encodeURIComponent(maskOf(secret, decodeURIComponent(raw)));
  } catch {
    return maskOf(secret, raw);
  }
}

function pairsIn(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: name, index } of text.matchAll(word)) {
    const secret = classOf(name);
    if (secret === undefined) continue;
    for (const pattern of secret === 'security-code' ? [valueAfter, codeAfter] : [valueAfter]) {
      pattern.lastIndex = index + name.length;
      const found = pattern.exec(text);
      const range = found?.indices?.slice(1).find((part) => part !== undefined);
      if (range === undefined) continue;
      const [start, end] = range;
      if (/^(?:undefined|null|true|false)$/.test(text.slice(start, end))) break;
      spans.push({ start, end, text: maskWritten(secret, text.slice(start, end)) });
      break;
    }
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

function emailsIn(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const before = localPart.exec(text.slice(Math.max(0, at - 64), at))?.[0];
    const after = before === undefined ? undefined : domain.exec(text.slice(at + 1, at + 256))?.[0];
    if (before === undefined || after === undefined) continue;
    const [start, end] = [at - before.length, at + 1 + after.length];
    spans.push({ start, end, text: maskOf('personal', text.slice(start, end)) });
  }
  return spans;
}

function credentialsIn(text: string): Span[] {
  return [...text.matchAll(userInfo)].map(({ indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    return { start, end, text: maskOf('token', text.slice(start, end)) };
  });
}

// JSON inside a query inside a script: names and values are told apart only when it is decoded.
function encodedIn(text: string, scope: Scope | undefined, strict: boolean): Span[] {
  return [...text.matchAll(encoded)].flatMap(({ 0: run, index }) => {
    if (!/%(?:22|27|25|3D)/i.test(run)) return [];
    let plain: string;
    try {
      plain = decodeURIComponent(run.replaceAll('+', ' '));
    } catch {
      return [];
    }
    const masked = maskFreeText(plain, scope, strict);
    if (masked === plain) return [];
    const written = run.includes('%20')
      ? encodeURIComponent(masked)
      : new URLSearchParams({ v: masked }).toString().slice(2);
    return [{ start: index, end: index + run.length, text: written }];
  });
}

// What a pair needs: a word, and a sign that joins it to a value, or three digits after a blank.
function mayHoldPair(text: string): boolean {
  return /[=:<"'`]|\s\d{3}/.test(text) && /[A-Za-z_]/.test(text);
}

/**
 * Masks what can be recognised in a text without structure: values after a secret field's name, card numbers,
 * registered values, e-mail addresses, credentials in addresses, and the secrets of the same exchange.
 */
export function maskFreeText(text: string, scope?: Scope, strict = false): string {
  const spans = registeredIn(text).concat(cardNumbersIn(text, strict), emailsIn(text));
  if (mayHoldPair(text)) spans.push(...pairsIn(text), ...elementsIn(text));
  if (scope !== undefined) spans.push(...taintedIn(scope, text));
  if (text.includes('%')) spans.push(...encodedIn(text, scope, strict));
  if (text.includes('://')) spans.push(...credentialsIn(text));
  return replaceSpans(text, spans);
}

const shortText = 100;

/** Masks one name or value of a message as free text; what an exchange repeats is looked at once. */
export function maskShortText(text: string, scope: Scope, strict = false): string {
  if (text.length > shortText) return maskFreeText(text, scope, strict);
  const known = scope.swept[strict ? 'strict' : 'loose'];
  const before = known.get(text);
  if (before !== undefined) return before;
  const swept = maskFreeText(text, scope, strict);
  known.set(text, swept);
  return swept;
}

/** Masks a stretch without structure where a message stands, and notes that it did. */
export function sweep(text: string, place: Place): string {
  if (place.replace !== undefined) return text;
  const swept = maskFreeText(text, place.scope);
  if (swept !== text) mark(place, '');
  return swept;
}
