import { entitySource } from './markup.ts';
import { hiddenOf, type Span } from './spans.ts';

// Percent-encoded bytes, escapes of scripts and JSON, character references.
const escapes = `%(?:u[0-9A-Fa-f]{4}|[0-9A-Fa-f]{2})|${String.raw`\\(?:u\{?[0-9A-Fa-f]|x[0-9A-Fa-f]{2})`}|&${entitySource}`;
// Digits of other scripts, full-width, superscript and subscript signs, and invisible characters.
const odd = String.raw`[\uFF01-\uFF5E\u00B2\u00B3\u00B9\u2070-\u2079\u2080-\u2089\p{Cf}]|[^\P{Nd}0-9]`;
const inAscii = new RegExp(escapes, 'g');
const anywhere = new RegExp(`${escapes}|${odd}`, 'gu');
const beyondAscii = /[^\0-\x7f]/;

// An encoded sign may stand for any of these, so only unencoded ones end a word.
const end = /[\s"'<>(){}[\]]/;
// A message follows its code: "0000:…" (2.6).
const start = /[\s"'<>(){}[\]:]/;

function startOf(text: string, from: number, least: number): number {
  let at = from;
  while (at > least && !start.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function endOf(text: string, from: number): number {
  let at = from;
  while (at < text.length && !end.test(text.charAt(at))) at += 1;
  return at;
}

/** Every word with an encoded character, such as `%34` or `&#52;`, with a mask of all of it: nothing is decoded. */
export function encodedWordsIn(text: string): Span[] {
  const isWide = beyondAscii.test(text);
  if (!isWide && !/[%&\\]/.test(text)) return [];
  const spans: Span[] = [];
  let last = 0;
  for (const { 0: written, index } of text.matchAll(isWide ? anywhere : inAscii)) {
    if (index < last) continue;
    const from = startOf(text, index, last);
    last = endOf(text, index + written.length);
    spans.push({ start: from, end: last, text: hiddenOf(text.slice(from, last)) });
  }
  return spans;
}
