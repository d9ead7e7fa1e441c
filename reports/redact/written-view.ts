import { onceForText } from '../../schemas/once-for.ts';
import { table } from '../../schemas/table.ts';
import { entitySource, readEntity } from './markup.ts';
import { addSpans, type Span } from './spans.ts';

/** A decoded text, and the start of each of its characters in the original text. */
interface View {
  readonly text: string;
  readonly starts: Int32Array;
}

// Nested encodings (%2525.., &amp;amp;..) are decoded in one pass, at any depth.
const percents = '%(?:25)*(?:u[0-9A-Fa-f]{4}|[0-9A-Fa-f]{2})';
const backslashes = String.raw`\\(?:u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\}|x[0-9A-Fa-f]{2}|["'/\\bfnrtv])`;
// Digits of other scripts, full-width, superscript and subscript digits, full-width letters, and invisible characters.
const others = String.raw`[\uFF01-\uFF5E\u00B2\u00B3\u00B9\u2070-\u2079\u2080-\u2089\p{Cf}]|[^\P{Nd}0-9]`;
const inAscii = `${percents}|&(?:amp;)*${entitySource}|${backslashes}`;
const escaped = new RegExp(`${inAscii}|${others}`, 'gu');
const escapedInAscii = new RegExp(inAscii, 'g');

const otherSigns = new RegExp(others, 'u');
// A quick check before the slower one for classes of characters.
const beyondAscii = /[^\0-\x7f]/;
const holdsOtherSigns = (text: string) => beyondAscii.test(text) && otherSigns.test(text);

// Called for every text; most contain nothing encoded.
const mayBeEscaped = (text: string) => /[%&\\]/.test(text) || holdsOtherSigns(text);

// The digits of a script have consecutive codes from zero to nine.
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

const readSign = onceForText((sign) => {
  const plain = sign.normalize('NFKC');
  return /\p{Cf}/u.test(sign) ? '' : /\p{Nd}/u.test(plain) && plain > '9' ? digitOf(sign) : plain;
});

/** Characters that scripts and JSON write as a letter after a backslash. */
const byLetter: Readonly<Record<string, string>> = table({
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
});

function readEscape(written: string): string {
  const [first = ''] = written;
  if (first === '&') return readEntity(written.replace(/^&(?:amp;)*/, '&'));
  if (first !== '\\' && first !== '%') return readSign(written);
  const sign = first === '%' ? written.replace(/^%(?:25)*/, '') : written.slice(1);
  if (!/^[ux]/.test(sign)) return byLetter[sign] ?? sign;
  const code = Number.parseInt(sign.replaceAll(/[ux{}]/g, ''), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

// Percent-encoded bytes beyond ASCII form a character only together.
function readPercents(run: readonly RegExpExecArray[]): { text: string; starts: number[] } {
  const bytes = Buffer.from(run.map(([written]) => Number.parseInt(written.slice(-2), 16)));
  const text = bytes.toString('utf8');
  const starts: number[] = [];
  let byte = 0;
  for (const sign of text) {
    const start = run[Math.min(byte, run.length - 1)]?.index ?? 0;
    for (let unit = 0; unit < sign.length; unit += 1) starts.push(start);
    byte += sign === '\uFFFD' ? 1 : Buffer.byteLength(sign);
  }
  return { text, starts };
}

// The old form %u0034 is a character by itself.
const isPercent = (written: string) => written.startsWith('%') && !written.includes('u');

// Escapes one by one, but consecutive percent-encoded bytes together.
function runsOf(text: string): [RegExpExecArray, ...RegExpExecArray[]][] {
  const runs: [RegExpExecArray, ...RegExpExecArray[]][] = [];
  let end = -1;
  for (const found of text.matchAll(holdsOtherSigns(text) ? escaped : escapedInAscii)) {
    const percent = isPercent(found[0]);
    if (percent && found.index === end) runs.at(-1)?.push(found);
    else runs.push([found]);
    end = percent ? found.index + found[0].length : -1;
  }
  return runs;
}

function viewOf(text: string): View {
  const parts: string[] = [];
  const starts = new Int32Array(text.length + 1);
  let [at, length] = [0, 0];
  // Called for every character, so it allocates nothing for each.
  const addPlain = (end: number) => {
    parts.push(text.slice(at, end));
    for (; at < end; at += 1, length += 1) starts[length] = at;
  };
  for (const run of runsOf(text)) {
    const [first] = run;
    addPlain(first.index);
    at = run.reduce((end, { 0: written, index }) => Math.max(end, index + written.length), at);
    const read = isPercent(first[0]) ? readPercents(run) : { text: readEscape(first[0]), starts: [] };
    parts.push(read.text);
    for (let unit = 0; unit < read.text.length; unit += 1, length += 1)
      starts[length] = read.starts[unit] ?? first.index;
  }
  addPlain(text.length);
  starts[length] = text.length;
  return { text: parts.join(''), starts: starts.subarray(0, length + 1) };
}

function encodedLike(written: string, mask: string): string {
  if (/%[0-9A-Fa-f]{2}/.test(written)) return encodeURIComponent(mask);
  if (/&[#a-z]/.test(written)) return mask.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return written.includes('\\') ? JSON.stringify(mask).slice(1, -1) : mask;
}

// Texts inside texts, each with its own escapes; deeper ones are not supported.
const deepest = 5;

/** The text with all nested encodings decoded; the same text if nothing is encoded. */
export function fullyDecoded(text: string): string {
  let read = text;
  for (let depth = 0; depth < deepest && mayBeEscaped(read); depth += 1) {
    const { text: next } = viewOf(read);
    if (next === read) break;
    read = next;
  }
  return read;
}

/** Finds spans in a text as written and as decoded; offsets are those of the original text. */
export function decodedSpans(text: string, find: (read: string) => Span[], depth = 0): Span[] {
  const spans = find(text);
  // In a form, + is a space; in keys and telephone numbers it is a plus sign.
  if (depth > 0 && text.includes('+')) addSpans(spans, find(text.replaceAll('+', ' ')));
  if (depth >= deepest || !mayBeEscaped(text)) return spans;
  const view = viewOf(text);
  if (view.text === text) return spans;
  for (const { start, end, text: mask } of decodedSpans(view.text, find, depth + 1)) {
    const [from, to] = [view.starts[start] ?? 0, view.starts[end] ?? text.length];
    spans.push({ start: from, end: to, text: encodedLike(text.slice(from, to), mask) });
  }
  return spans;
}
