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
// Bounded parts keep a megabyte of letters from being searched again from every letter.
const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
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

function matchesIn(text: string, pattern: RegExp, mask: (found: string) => string): Span[] {
  return [...text.matchAll(pattern)].map((found) => {
    const [start, end] = found.indices?.[1] ?? [found.index, found.index + found[0].length];
    return { start, end, text: mask(text.slice(start, end)) };
  });
}

// What a pair needs: a word, and a sign that joins it to a value, or three digits after a blank.
const mayHoldPair = /[A-Za-z_].*(?:[=:<"'`]|\s\d{3})/s;

/**
 * Masks what can be recognised in a text without structure: values after a secret field's name, card numbers,
 * registered values, e-mail addresses, credentials in addresses, and the secrets of the same exchange.
 */
export function maskFreeText(text: string, scope?: Scope, strict = false): string {
  const tainted = scope === undefined ? undefined : taintedIn(scope, text);
  return replaceSpans(text, [
    ...(mayHoldPair.test(text) ? [...pairsIn(text), ...elementsIn(text)] : []),
    ...registeredIn(text),
    ...(tainted === undefined ? [] : matchesIn(text, tainted, (found) => scope?.secrets.get(found) ?? found)),
    ...cardNumbersIn(text, strict),
    ...(text.includes('@') ? matchesIn(text, email, (found) => maskOf('personal', found)) : []),
    ...(text.includes('://') ? matchesIn(text, userInfo, (found) => maskOf('token', found)) : []),
  ]);
}

/** Masks a stretch without structure where a message stands, and notes that it did. */
export function sweep(text: string, place: Place): string {
  if (place.replace !== undefined) return text;
  const swept = maskFreeText(text, place.scope);
  if (swept !== text) mark(place, '');
  return swept;
}
