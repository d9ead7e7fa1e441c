import type { SecretClass } from '../../schemas/contract.ts';
import { classOf } from './classes.ts';
import { maskOf } from './masks.ts';
import type { Span } from './spans.ts';

const word = /[A-Za-z_][A-Za-z0-9_-]*/g;
// In prose without a sign that joins a name to a value, only a security code follows its name.
const wordBeforeCode =
  /(?<![A-Za-z0-9_-])[A-Za-z_][A-Za-z0-9_-]{1,63}(?=\s+(?:(?:is|was|of)\s+)?\d{3,4}(?!\d))/g;
const joining = /[=:<"'`]/;
// What may stand between a field name and its value in JSON, code, a query, XML, an input element, or prose.
const valueAfter =
  /(?:\\?["'`]?\]?\s*(?:=>|[:=])\s*|\\?["'`]\s*,\s*|\\?["'](?:\s+[\w-]+\s*=\s*\\?["'][^"']*["']){0,12}\s+value\s*=\s*)(?:\\?"((?:[^"\\]|\\[^"])*)\\?"|\\?'((?:[^'\\]|\\[^'])*)\\?'|([^\s&;,"'`<>(){}[\]|\\]+))/dy;
const codeAfter = /["'`]?[\s:=]+(?:is\s+|was\s+|of\s+)?["'`]?(\d{3,4})(?!\d)/dy;
const element = /<([A-Za-z_][\w.-]*)(?:\s[^<>]*)?>([^<]+)/dg;

function maskWritten(secret: SecretClass, raw: string): string {
  if (!/%[0-9A-Fa-f]{2}/.test(raw)) return maskOf(secret, raw);
  try {
    return encodeURIComponent(maskOf(secret, decodeURIComponent(raw)));
  } catch {
    return maskOf(secret, raw);
  }
}

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
  // A value that was found is masked whole: names inside it begin no value of their own, which keeps the search linear.
  let masked = 0;
  for (const { 0: name, index } of text.matchAll(joining.test(text) ? word : wordBeforeCode)) {
    if (index < masked) continue;
    const secret = classOf(name);
    const range = secret && valueBehind(text, secret, index + name.length);
    if (secret === undefined || range === undefined) continue;
    const [start, end] = range;
    const value = text.slice(start, end);
    if (/^(?:undefined|null|true|false)$/.test(value)) continue;
    spans.push({ start, end, text: maskWritten(secret, value) });
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

// What a pair needs: a word, and a sign that joins it to a value, or three digits after a blank.
function mayHoldPair(text: string): boolean {
  return (joining.test(text) || /\s\d{3}/.test(text)) && /[A-Za-z_]/.test(text);
}

// Where a plus stands for white space of the patterns above: behind a sign that joins, before an attribute or within one, before the
// digits of a code, behind the name of an element. None looks back over blanks, which would be done again at each of them.
const joinedByPlus = [
  /[:=,>]\s*\+/,
  /\+\s*[\w-]+[\s+]*=/,
  /\+\s*=[\s+]*\\?["']/,
  /(?<![\s:=+])[\s:=]*\+[\s:=+]*(?:(?:is|was|of)[\s+]+)?["'`]?\d{3,4}(?!\d)/,
  /<[A-Za-z_][\w.-]*\+/,
];
// And before one, as any script has it too (`at += 1`).
const plusAfter = /(?<![\w-])([\w-]+)\\?["'`]?\]?\s*\+[\s+]*[:=,]/g;

/** Tells whether a text may hold a pair that only it says with blanks in the place of every plus. */
export function joinsByPlus(text: string): boolean {
  if (joinedByPlus.some((pattern) => pattern.test(text))) return true;
  for (const [, name = ''] of text.matchAll(plusAfter))
    if (name === 'value' || classOf(name.replace(/^[\d-]+/, '')) !== undefined) return true;
  return false;
}

/** Every value in a text that stands behind the name of a secret field, with its mask. */
export function pairsIn(text: string): Span[] {
  if (!mayHoldPair(text)) return [];
  const spans = namedValuesIn(text);
  return text.includes('<') ? spans.concat(elementsIn(text)) : spans;
}
