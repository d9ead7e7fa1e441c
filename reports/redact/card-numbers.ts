import { passesLuhn } from '../../schemas/luhn.ts';
import type { Span } from './spans.ts';

// Leading digits and lengths that card schemes issue; used for numbers that may be identifiers of the interface.
const issued =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|2720\d{12}|3[47]\d{13}|3(?:0[0-59]|[689]\d)\d{11,16}|6\d{12,18}|35(?:2[89]|[3-8]\d)\d{12,15}|(?:2131|1800)\d{11}|5[06-8]\d{10,17})$/;
// 14 digits that begin with a year are a date and time (2.10, 2.11), even an invalid one, which a finding must show; no
// scheme issues such numbers. 13 digits may be milliseconds since 1970.
const moment = /^(?:(?:19|20)\d{12}|1[0-9]\d{11})$/;

/** True if 13 to 19 digits may be a card number; `strict` requires a scheme that issues such numbers. */
function mayBeCard(digits: string, strict = false): boolean {
  if (digits.length < 13 || digits.length > 19 || !passesLuhn(digits)) return false;
  return strict ? issued.test(digits) : !moment.test(digits);
}

/** Replaces all digits but the first six and last four with `x`; with fewer than 13 digits, replaces all. */
export function maskCardDigits(text: string): string {
  const count = text.match(/\p{N}/gu)?.length ?? 0;
  let seen = 0;
  return text.replaceAll(/\p{N}/gu, (digit) => {
    seen += 1;
    if (count >= 13 && (seen <= 6 || seen > count - 4)) return digit;
    // Full-width digits stay outside ASCII, because a check distinguishes them from ASCII digits.
    return /[0-9]/.test(digit) ? 'x' : '０';
  });
}

// Twenty digits in a row are not a card number; an unbounded pattern would overflow on a long run.
const contiguous = /\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}|\d{13,20}/g;
// Groups as people write them, or single digits, with the same separator throughout.
const grouped =
  /(?<!\d)(?:\d{4}([\s.,/_|:+*–—-]{1,3})\d{4}\1\d{4}\1\d{1,7}|\d{4}([\s.,/_|:+*–—-]{1,3})\d{6}\2\d{4,5}|\d(?:([\s.,/_|:+*–—-])\d)(?:\3\d){11,17})(?!\d)/g;

const longRun = /^\d{20}$/;

/** True if the character code is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function found(text: string, pattern: RegExp, strict: boolean): Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { 0: written, index } = match;
    if (longRun.test(written)) pattern.lastIndex = digitsEnd(text, pattern.lastIndex);
    else if (mayBeCard(written.replaceAll(/\D/g, ''), strict))
      spans.push({ start: index, end: index + written.length, text: maskCardDigits(written) });
  }
  return spans;
}

/** Every card number in a text, with its mask; longer runs of digits are ignored. */
export function cardNumbersIn(text: string, strict = false): Span[] {
  const spans = mayHoldContiguous.test(text) ? found(text, contiguous, strict) : [];
  // Any list of numbers looks like this, so a scheme must issue the number.
  return mayHoldGroups.test(text) ? spans.concat(found(text, grouped, true)) : spans;
}

const mayHoldContiguous = /\d{13}|\d{4}[ -]\d{4}/;
const mayHoldGroups =
  /\d{4}[\s.,/_|:+*–—-]{1,3}\d{4}|\d[\s.,/_|:+*–—-]\d[\s.,/_|:+*–—-]\d[\s.,/_|:+*–—-]\d[\s.,/_|:+*–—-]\d/;

/** Replaces the masked digits of a card number with zeros, except one that makes the Luhn digit correct. */
export function fillCardDigits(masked: string): string {
  const last = masked.lastIndexOf('x');
  if (last === -1) return masked;
  const filled = (digit: number) =>
    `${masked.slice(0, last)}${digit}${masked.slice(last + 1)}`.replaceAll('x', '0');
  const fits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) =>
    passesLuhn(filled(digit).replaceAll(/[^0-9]/g, '')),
  );
  return filled(fits ?? 0);
}

const maskedNumber =
  /(?<![0-9A-Za-z])[0-9](?:[0-9]{3}([\s.,/_|:+–—-]{1,3})(?:[0-9x]{4}\1[0-9x]{4}\1[0-9x]{1,7}|[0-9x]{6}\1[0-9x]{4,5})|(?:[ -]?[0-9x]){11,18})(?![0-9A-Za-z])/g;

/** Fills every masked card number in a text, so that a check still finds digits there. */
export function fillCardNumbers(text: string): string {
  // A masked number begins with digits; most texts contain none.
  if (!text.includes('x') || !/[0-9][\s.,/_|:+–—-]{0,3}x/.test(text)) return text;
  return text.replaceAll(maskedNumber, (found) => fillCardDigits(found));
}
