import { isDigit, passesLuhn } from './card-numbers.ts';
import type { Span } from './spans.ts';
import { isAmount, isDate } from './tainted-words.ts';

/** A number that is known to be a secret, as it is looked for in groups and in parts. */
interface KnownNumber {
  /** The secret as it is known, and where in it the first digit stands. */
  readonly value: string;
  readonly first: number;
  readonly digits: string;
  /** What is written for each of its digits. */
  readonly mask: string;
  readonly card: boolean;
}

/** A stretch of eight digits of a number: its first ones, or the last ones of a card. */
interface Stretch {
  readonly number: KnownNumber;
  readonly begins: boolean;
}

/** Known numbers by stretches of eight of their digits. */
export type NumberIndex = ReadonlyMap<number, readonly Stretch[]>;
/** One that is still added to. */
export type OpenNumberIndex = Map<number, readonly Stretch[]>;

const stretch = 8;
// Such a number may be a part of any longer one.
const longestAlone = 10;
const longestGap = 6;
const grouped = /^[+(]*\d[\d\s()./-]*$/;
const bank = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;
const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;

// Digits, and what people write between them; undefined where anything else stands.
function digitsOf(value: string): string | undefined {
  if (!/^[+(\dA-Z]/.test(value)) return undefined;
  return grouped.test(value) || bank.test(value) ? value.replaceAll(/\D+/g, '') : undefined;
}

// A card, a phone, an account, a document; undefined where it is none, or could be any number.
function knownNumber(value: string, mask: string): KnownNumber | undefined {
  if (value.length < stretch || value.length > 40) return undefined;
  const digits = digitsOf(value);
  if (
    digits === undefined ||
    digits.length < stretch ||
    isDate(value) ||
    isAmount(value) ||
    address.test(value)
  )
    return undefined;
  const card = digits === value && digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
  // One digit repeated stands in many lists.
  if (!card && new Set(digits).size < 4) return undefined;
  const kept = mask.length === value.length ? [...mask].filter((_, at) => isDigit(value.charCodeAt(at))) : [];
  return { value, first: value.search(/\d/), digits, mask: kept.join('').padEnd(digits.length, 'x'), card };
}

/** Adds a secret to an index where it is a number. */
export function addNumber(index: OpenNumberIndex, value: string, mask: string): void {
  const number = knownNumber(value, mask);
  if (number === undefined) return;
  const add = (digits: string, begins: boolean) => {
    const head = Number(digits);
    index.set(head, [...(index.get(head) ?? []), { number, begins }]);
  };
  add(number.digits.slice(0, stretch), true);
  if (number.card) add(number.digits.slice(-stretch), false);
}

function isLetter(text: string, at: number, code: number): boolean {
  if (code > 0x7f) return /[\p{L}\p{N}]/u.test(text.charAt(at));
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

// Every occurrence passes here, so nothing is made for each sign but the text itself.
function writeDigits(written: string, mask: string): string {
  let [text, digit] = ['', 0];
  for (let at = 0; at < written.length; at += 1) {
    if (isDigit(written.charCodeAt(at))) {
      text += mask.charAt(digit);
      digit += 1;
    } else text += written.charAt(at);
  }
  return text;
}

/** Where so many digits begin that end at a place. */
function startOf(text: string, last: number): number {
  let at = last;
  for (let left = stretch - 1; left > 0; ) {
    at -= 1;
    if (isDigit(text.charCodeAt(at))) left -= 1;
  }
  return at;
}

/** Where a number ends whose first digits end at a place, with no more than some signs between two digits; -1 where it is another one. */
function endOf(text: string, last: number, digits: string): number {
  let [at, gap] = [last + 1, 0];
  for (let next = stretch; next < digits.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      if (text[at] !== digits[next]) return -1;
      next += 1;
      gap = 0;
    } else {
      gap += 1;
      if (gap > longestGap || at >= text.length || isLetter(text, at, code)) return -1;
    }
  }
  return at;
}

// In one piece, or as it is known, it is one of the words that are looked for anyway.
function isElsewhere(
  text: string,
  start: number,
  end: number,
  { value, first, digits }: KnownNumber,
): boolean {
  if (end - start === digits.length && value === digits) return true;
  if (text.startsWith(value, start - first)) return true;
  const isPart = isDigit(text.charCodeAt(start - 1)) || isDigit(text.charCodeAt(end));
  return isPart && digits.length <= longestAlone;
}

const fewestShown = { first: 9, last: 8 } as const;
// What stands for the hidden digits of a card.
const hides = new Set(['*', '•', 'x', 'X', '#'].map((sign) => sign.charCodeAt(0)));

function isInPart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isDigit(code) || hides.has(code);
}

function agrees(written: string, digits: string, from: number): boolean {
  for (let at = 0; at < written.length; at += 1)
    if (isDigit(written.charCodeAt(at)) && written[at] !== digits[from + at]) return false;
  return true;
}

// More of a card than its first and its last digits, whatever stands for the others.
function maskPart(written: string, digits: string): string | undefined {
  if (written === digits) return undefined;
  const shown = written.replaceAll(/\D/g, '');
  const behind = digits.length - written.length;
  if (shown === digits || new Set(shown).size < 2) return undefined;
  const isFirst = shown.length >= fewestShown.first && agrees(written, digits, 0);
  if (!isFirst && !(shown.length >= fewestShown.last && agrees(written, digits, behind))) return undefined;
  const from = isFirst ? 0 : behind;
  const isOpen = (at: number) => from + at < 6 || from + at >= digits.length - 4;
  return written.replaceAll(/\d/g, (digit, at: number) => (isOpen(at) ? digit : 'x'));
}

function partAt(text: string, start: number, last: number, { digits }: KnownNumber): Span | undefined {
  let [from, to] = [start, last + 1];
  while (from > 0 && to - from <= digits.length && isInPart(text, from - 1)) from -= 1;
  while (to - from <= digits.length && isInPart(text, to)) to += 1;
  if (to - from > digits.length) return undefined;
  const written = text.slice(from, to);
  const mask = maskPart(written, digits);
  return mask === undefined || mask === written ? undefined : { start: from, end: to, text: mask };
}

/** Where a stretch ends, and how many digits end there without anything between them. */
interface Met {
  readonly last: number;
  readonly solid: number;
}

function numberAt(
  text: string,
  { last, solid }: Met,
  { number, begins }: Stretch,
  parts: boolean,
): Span | undefined {
  const end = begins ? endOf(text, last, number.digits) : -1;
  // A long run of one digit looks like the beginning of a card at every place, and is a part of none.
  const isPart = parts && number.card && solid >= stretch && solid <= number.digits.length;
  if (end === -1 && !isPart) return undefined;
  const start = startOf(text, last);
  if (end !== -1 && !isElsewhere(text, start, end, number))
    return { start, end, text: writeDigits(text.slice(start, end), number.mask) };
  return isPart ? partAt(text, start, last, number) : undefined;
}

const none: readonly Stretch[] = [];
// As many digits as a stretch has, with no more than some signs between two of them; an open end would overflow with a long run.
const beginning = /\d(?:[^A-Za-z\d]{0,6}\d){7}/g;

/** Every number of two indexes that stands in a text in groups of whatever size, and every part of a card that says too much. */
export function numbersKnownIn(text: string, one: NumberIndex, other: NumberIndex, parts = true): Span[] {
  const spans: Span[] = [];
  if (text.length < stretch || one.size + other.size === 0) return spans;
  const nextFrom = (from: number) => {
    beginning.lastIndex = from;
    return beginning.exec(text)?.index ?? text.length;
  };
  for (let at = nextFrom(0); at < text.length; at = nextFrom(at)) {
    let [head, count, solid] = [0, 0, 0];
    for (let gap = 0; gap <= longestGap && at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!isDigit(code)) {
        gap += 1;
        solid = 0;
        if (isLetter(text, at, code)) count = 0;
        continue;
      }
      gap = 0;
      count += 1;
      solid += 1;
      head = (head * 10 + code - 0x30) % 100_000_000;
      if (count < stretch) continue;
      const [own, more] = [one.get(head), other.get(head)];
      if (own === undefined && more === undefined) continue;
      for (const found of [...(own ?? none), ...(more ?? none)]) {
        const span = numberAt(text, { last: at, solid }, found, parts);
        if (span !== undefined) spans.push(span);
      }
    }
  }
  return spans;
}
