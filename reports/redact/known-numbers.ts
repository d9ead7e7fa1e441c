import { passesLuhn } from './card-numbers.ts';
import type { Span } from './spans.ts';
import { isAmount, isDate } from './tainted-words.ts';

/** A number that is known to be a secret, as it is looked for in groups and in parts. */
export interface KnownNumber {
  readonly digits: string;
  /** What is written for each of its digits. */
  readonly mask: string;
  readonly card: boolean;
  /** Whether the secret is its digits and nothing else, which is then looked for as a word. */
  readonly bare: boolean;
}

const fewestDigits = 8;
// Such a number may be a part of any longer one.
const longestAlone = 10;
const longestGap = 6;
const grouped = /^[+(]*\d[\d\s()./-]*$/;
const bank = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;
const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** The number that a secret is (a card, a phone, an account, a document); undefined where it is none, or could be any number. */
export function knownNumber(value: string, mask: string): KnownNumber | undefined {
  if (value.length > 40 || !(grouped.test(value) || bank.test(value))) return undefined;
  const digits = value.replaceAll(/\D/g, '');
  if (digits.length < fewestDigits || isDate(value) || isAmount(value) || address.test(value))
    return undefined;
  const card = digits === value && digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
  // One digit repeated stands in many lists.
  if (!card && new Set(digits).size < 4) return undefined;
  const kept = mask.length === value.length ? [...mask].filter((_, at) => /\d/.test(value.charAt(at))) : [];
  return { digits, mask: kept.join('').padEnd(digits.length, 'x'), card, bare: digits === value };
}

function writeDigits(written: string, mask: string): string {
  let at = -1;
  return written.replaceAll(/\d/g, () => {
    at += 1;
    return mask.charAt(at);
  });
}

function standsFree(
  text: string,
  start: number,
  end: number,
  { digits: { length }, bare }: KnownNumber,
): boolean {
  const isPart = /\d/.test(text.charAt(start - 1)) || /\d/.test(text.charAt(end));
  if (isPart && length <= longestAlone) return false;
  if (end - start === length) return !bare;
  const gaps = text.slice(start, end).match(/\D+/g) ?? [];
  return gaps.every((gap) => gap.length <= longestGap && !/[\p{L}\p{N}]/u.test(gap));
}

const spread = /\d[^\p{L}\p{N}]{1,6}\d/u;

function mayHoldGroups(text: string, known: readonly KnownNumber[]): boolean {
  return spread.test(text) || known.some(({ bare, digits }) => !bare && text.includes(digits));
}

function inGroups(text: string, known: readonly KnownNumber[]): Span[] {
  const all = text.replaceAll(/\D+/g, '');
  const held = known.filter(({ digits }) => all.includes(digits));
  if (held.length === 0) return [];
  const places = Int32Array.from(text.matchAll(/\d/g), ({ index }) => index);
  const spans: Span[] = [];
  for (const number of held)
    for (let at = all.indexOf(number.digits); at !== -1; at = all.indexOf(number.digits, at + 1)) {
      const [start = 0, last = 0] = [places[at], places[at + number.digits.length - 1]];
      if (!standsFree(text, start, last + 1, number)) continue;
      spans.push({ start, end: last + 1, text: writeDigits(text.slice(start, last + 1), number.mask) });
    }
  return spans;
}

const part = /(?<!\d)[\d*•xX#]{8,19}(?!\d)/g;
const fewestShown = { first: 9, last: 8 } as const;

function agrees(written: string, digits: string, from: number): boolean {
  for (let at = 0; at < written.length; at += 1)
    if (/\d/.test(written.charAt(at)) && written[at] !== digits[from + at]) return false;
  return true;
}

// More of a card than its first and its last digits, whatever stands for the others.
function maskPart(written: string, { digits }: KnownNumber): string | undefined {
  const shown = written.replaceAll(/\D/g, '');
  const behind = digits.length - written.length;
  if (behind < 0 || new Set(shown).size < 2) return undefined;
  const isFirst = shown.length >= fewestShown.first && agrees(written, digits, 0);
  if (!isFirst && !(shown.length >= fewestShown.last && agrees(written, digits, behind))) return undefined;
  const from = isFirst ? 0 : behind;
  const isOpen = (at: number) => from + at < 6 || from + at >= digits.length - 4;
  return written.replaceAll(/\d/g, (digit, at: number) => (isOpen(at) ? digit : 'x'));
}

function inParts(text: string, known: readonly KnownNumber[]): Span[] {
  return known.flatMap((number) => {
    const { card, digits } = number;
    if (!card || !(text.includes(digits.slice(0, 7)) || text.includes(digits.slice(-8)))) return [];
    return [...text.matchAll(part)].flatMap(({ 0: written, index }) => {
      const mask = maskPart(written, number);
      if (mask === undefined || mask === written) return [];
      return [{ start: index, end: index + written.length, text: mask }];
    });
  });
}

/** Every known number that stands in a text in groups of whatever size, and every part of a known card that says too much. */
export function knownNumbersIn(text: string, known: readonly KnownNumber[], parts = true): Span[] {
  if (known.length === 0) return [];
  const spans = mayHoldGroups(text, known) ? inGroups(text, known) : [];
  return parts ? spans.concat(inParts(text, known)) : spans;
}
