import { passesLuhn } from './card-numbers.ts';
import { headLength, type Word } from './word-index.ts';
import { writtenForms } from './written-forms.ts';

const date = /^(?:(\d{2})([-./])(\d{2})\2(\d{4})|(\d{4})([-./])(\d{2})\6(\d{2}))$/;
// The bound keeps the search quick.
const mostWords = 400;

/** Tells whether a value is a day, as in `31-01-1980` or `1980-01-31`. */
export function isDate(value: string): boolean {
  return value.length === 10 && date.test(value);
}

/** The usual writings of a day, with their masks. */
export function datesLike(value: string, mask: string): readonly (readonly [string, string])[] {
  const found = date.exec(value);
  const [, d1, , m1, y1, y2, , m2, d2] = found ?? [];
  const [d, m, y] = [d1 ?? d2, m1 ?? m2, y1 ?? y2];
  const writings = ['-', '.', '/'].flatMap((sign): (readonly [string, string])[] => [
    [[d, m, y].join(sign), `00${sign}00${sign}0000`],
    [[y, m, d].join(sign), `0000${sign}00${sign}00`],
    [[m, d, y].join(sign), `00${sign}00${sign}0000`],
  ]);
  return [...writings, [`${y}${m}${d}`, '00000000'] as const]
    .filter(([written]) => written !== value)
    .concat([[value, mask]]);
}

const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;

// A postal code, document number, phone number, IP address or day: digits in groups, but no amount.
function isNumber(value: string): boolean {
  if (address.test(value)) return true;
  return (
    /^[+(]*\d+(?:[-./ ()]+\d+)+$/.test(value) && value.replaceAll(/\D/g, '').length > 6 && !isAmount(value)
  );
}

/** Tells whether a value could be an amount of money. */
export function isAmount(value: string): boolean {
  return value.includes('.') && /^\d+\.\d+$/.test(value);
}

/** What a word consists of. */
interface Signs {
  readonly letters: boolean;
  readonly onlyLetters: boolean;
  readonly digits: number;
}

function signsOf(word: string): Signs {
  let [letters, digits] = [0, 0];
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    // Beyond ASCII letters and signs that stand for them are many.
    if (code > 0x7f)
      return {
        letters: /[\p{L}\p{So}]/u.test(word),
        onlyLetters: /^\p{L}+$/u.test(word),
        digits: word.replaceAll(/\D/g, '').length,
      };
    if (code >= 0x30 && code <= 0x39) digits += 1;
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) letters += 1;
  }
  return { letters: letters > 0, onlyLetters: letters === word.length, digits };
}

function wordOf(word: string, mask: string, { letters, onlyLetters, digits }: Signs): Word {
  if (!letters) return { word, mask, beside: digits > 10 ? 'anything' : 'no-digit', cases: 'capitals' };
  // A short name may be the beginning of an ordinary word, and in small letters one itself.
  return {
    word,
    mask,
    beside: onlyLetters && word.length < 6 ? 'no-letter' : 'anything',
    cases: onlyLetters ? 'capitals' : 'any',
  };
}

/** What of the secrets of an exchange is looked for in its other texts: five signs and more. */
export function wordsOf(secrets: ReadonlyMap<string, string>): readonly Word[] {
  const words: Word[] = [];
  for (const [secret, secretMask] of secrets) {
    if (words.length >= mostWords) break;
    // Names and attributes lose the blanks around them, and masks keep every blank in its place.
    const [word, mask] = [secret.trim(), secretMask.trim()];
    // Shorter ones would be found in amounts and in ordinary words.
    if (word.length <= headLength) continue;
    const signs = signsOf(word);
    if (!signs.letters && !/\d{6}/.test(word) && !isNumber(word)) continue;
    words.push(wordOf(word, mask, signs));
    if (signs.digits < 13 || !/^\d{13,19}$/.test(word) || !passesLuhn(word)) continue;
    for (const form of writtenForms(word))
      if (form !== word) words.push({ word: form, mask, beside: 'anything', cases: 'any' });
  }
  return words;
}
