import { isDigit, passesLuhn } from './card-numbers.ts';
import { addSpans, type Span } from './spans.ts';

/** A number that is known to be a secret, as it is looked for in groups and in parts. */
export interface KnownNumber {
  /** The secret as it is known, and where in it the first digit stands. */
  readonly value: string;
  readonly first: number;
  readonly digits: string;
  /** What is written for each of its digits. */
  readonly mask: string;
  readonly card: boolean;
}

const fewestDigits = 8;
// Such a number may be a part of any longer one.
const longestAlone = 10;
const longestGap = 6;
// Digits with what people write between them, or a bank account.
const number = /^(?:[+(]*\d[\d\s()./-]*|[A-Z]{2}\d{2}[A-Z0-9]{8,30})$/;
// An address, an amount and a day are digits with signs between them, and no such number.
const others = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+|\d{2}([-./])\d{2}\1\d{4}|\d{4}([-./])\d{2}\2\d{2})$/;

/** A card, a phone, an account or a document as a number; undefined where a value is none, or could be any number. */
export function knownNumber(value: string, mask: string): KnownNumber | undefined {
  if (value.length < fewestDigits || value.length > 40 || !number.test(value) || others.test(value))
    return undefined;
  const digits = value.replaceAll(/\D+/g, '');
  if (digits.length < fewestDigits) return undefined;
  const card = digits === value && digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
  // One digit repeated stands in many lists.
  if (!card && new Set(digits).size < 4) return undefined;
  const kept = mask.length === value.length ? [...mask].filter((_, at) => isDigit(value.charCodeAt(at))) : [];
  return { value, first: value.search(/\d/), digits, mask: kept.join('').padEnd(digits.length, 'x'), card };
}

/** Digits with no more than some signs between two of them, and the place of each. */
interface Run {
  readonly digits: string;
  readonly places: readonly number[];
}

const letter = /[\p{L}\p{N}]/u;

function* runsOf(text: string): Generator<Run> {
  let [places, gap] = [[] as number[], 0];
  const run = () => ({ digits: places.map((at) => text.charAt(at)).join(''), places });
  for (let at = 0; at < text.length; at += 1) {
    if (isDigit(text.charCodeAt(at))) {
      places.push(at);
      gap = 0;
      continue;
    }
    gap += 1;
    if (places.length === 0 || (gap <= longestGap && !letter.test(text.charAt(at)))) continue;
    if (places.length >= fewestDigits) yield run();
    places = [];
  }
  if (places.length >= fewestDigits) yield run();
}

// In one piece, or as it is known, it is one of the words that are looked for anyway.
function isElsewhere(text: string, start: number, end: number, known: KnownNumber): boolean {
  const { value, first, digits } = known;
  if (end - start === digits.length && value === digits) return true;
  if (text.startsWith(value, start - first)) return true;
  const isPart = isDigit(text.charCodeAt(start - 1)) || isDigit(text.charCodeAt(end));
  return isPart && digits.length <= longestAlone;
}

function groupsIn(text: string, { digits, places }: Run, known: KnownNumber): Span[] {
  const spans: Span[] = [];
  for (let at = digits.indexOf(known.digits); at !== -1; at = digits.indexOf(known.digits, at + 1)) {
    const start = places[at] ?? 0;
    const end = (places[at + known.digits.length - 1] ?? 0) + 1;
    if (isElsewhere(text, start, end, known)) continue;
    let digit = 0;
    const masked = text.slice(start, end).replaceAll(/\d/g, () => known.mask.charAt(digit++));
    spans.push({ start, end, text: masked });
  }
  return spans;
}

const fewestShown = { first: 9, last: 8 } as const;
// Digits, and what stands for the hidden ones of a card; an open end would overflow with a long run.
const partly = /(?<![\d*•xX#])[\d*•xX#]{8,19}(?![\d*•xX#])/g;

// More of a card than its first and its last digits, whatever stands for the others.
function maskPart(written: string, card: string): string | undefined {
  if (written.length > card.length || written === card) return undefined;
  const behind = card.length - written.length;
  const [agreesFirst, agreesLast] = [agreesWith(written, card, 0), agreesWith(written, card, behind)];
  if (!agreesFirst && !agreesLast) return undefined;
  const shown = written.replaceAll(/\D/g, '');
  if (new Set(shown).size < 2) return undefined;
  const isFirst = agreesFirst && shown.length >= fewestShown.first;
  if (!isFirst && !(agreesLast && shown.length >= fewestShown.last)) return undefined;
  const from = isFirst ? 0 : behind;
  const isOpen = (at: number) => from + at < 6 || from + at >= card.length - 4;
  return written.replaceAll(/\d/g, (digit, at: number) => (isOpen(at) ? digit : 'x'));
}

// Asked of every long number and every card, so it ends at the first digit that differs.
function agreesWith(written: string, card: string, from: number): boolean {
  for (let at = 0; at < written.length; at += 1)
    if (isDigit(written.charCodeAt(at)) && written[at] !== card[from + at]) return false;
  return true;
}

function partsIn(text: string, cards: readonly KnownNumber[]): Span[] {
  const spans: Span[] = [];
  for (const { 0: written, index: start } of text.matchAll(partly))
    for (const { digits } of cards) {
      const masked = maskPart(written, digits);
      if (masked !== undefined && masked !== written)
        spans.push({ start, end: start + written.length, text: masked });
    }
  return spans;
}

// An open end would overflow with a long run.
const mayHoldNumber = /\d(?:[^A-Za-z\d]{0,6}\d){7}/;
const mayHoldPart = /[\d*•xX#]{8}/;

/** Every known number that stands in a text in groups of whatever size, and every part of a card that says too much. */
export function numbersIn(text: string, numbers: readonly KnownNumber[], parts: boolean): Span[] {
  if (text.length < fewestDigits || numbers.length === 0) return [];
  const spans: Span[] = [];
  if (mayHoldNumber.test(text)) {
    const all = text.replaceAll(/\D+/g, '');
    const held = numbers.filter(({ digits }) => all.includes(digits));
    for (const run of held.length > 0 ? runsOf(text) : [])
      for (const known of held) addSpans(spans, groupsIn(text, run, known));
  }
  if (!parts || !mayHoldPart.test(text)) return spans;
  return spans.concat(
    partsIn(
      text,
      numbers.filter(({ card }) => card),
    ),
  );
}
