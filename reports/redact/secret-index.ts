import { passesLuhn } from '../../schemas/luhn.ts';
import { isDigit, maskCardDigits } from './card-numbers.ts';
import { writeEntities } from './markup.ts';
import { tagOf } from './run-key.ts';
import { addSpans, type Span } from './spans.ts';

/** A known secret number, which is found in groups of any size. */
interface KnownNumber {
  readonly digits: string;
  readonly pattern: RegExp;
  /** The mask of each of its digits. */
  readonly mask: string;
}

const fewestDigits = 8;
// Numbers of up to ten digits may be part of any longer number.
const longestAlone = 10;
// Digits with usual separators, or a bank account.
const number = /^(?:[+(]*\d[\d\s()./-]*|[A-Z]{2}\d{2}[A-Z0-9]{8,30})$/;
// IP addresses, amounts and dates are digits with separators too, but are no such numbers.
const others = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+|\d{2}([-./])\d{2}\1\d{4}|\d{4}([-./])\d{2}\2\d{2})$/;

/** A card, phone, account or document number; undefined if the value is not one, or is too common a number. */
function knownNumber(value: string, mask: string): KnownNumber | undefined {
  if (value.length > 40 || !number.test(value) || others.test(value)) return undefined;
  const digits = value.replaceAll(/\D+/g, '');
  if (digits.length < fewestDigits) return undefined;
  const isCard = digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
  // A repeated digit occurs in many lists.
  if (!isCard && new Set(digits).size < 4) return undefined;
  const inGroups = [...digits].join('[^\\p{L}\\d]{0,6}');
  const pattern = digits.length > longestAlone ? inGroups : `(?<!\\d)${inGroups}(?!\\d)`;
  const kept = mask.length === value.length ? [...mask].filter((_, at) => isDigit(value.charCodeAt(at))) : [];
  return { digits, pattern: new RegExp(pattern, 'gu'), mask: kept.join('').padEnd(digits.length, 'x') };
}

function numbersIn(text: string, numbers: readonly KnownNumber[]): Span[] {
  if (numbers.length === 0 || text.length < fewestDigits) return [];
  const all = text.replaceAll(/\D+/g, '');
  const held = all.length < fewestDigits ? [] : numbers.filter(({ digits }) => all.includes(digits));
  return held.flatMap(({ pattern, mask }) =>
    [...text.matchAll(pattern)].map(({ 0: written, index }) => {
      let digit = 0;
      const masked = written.replaceAll(/\d/g, () => mask.charAt(digit++));
      return { start: index, end: index + written.length, text: masked };
    }),
  );
}

/** A word that texts are searched for. */
interface Word {
  readonly word: string;
  readonly mask: string;
  /** True if it is in small letters, and found in any case. */
  readonly inAnyCase?: boolean;
  /** What must not be directly next to it. */
  readonly apart?: RegExp;
}

/** Secret values, with what is shown instead of each. */
export interface SecretIndex {
  /** The shortest first. */
  readonly words: readonly Word[];
  readonly numbers: readonly KnownNumber[];
  /** Codes and names of a few letters, which are found only in prose and only as whole words. */
  readonly short: readonly Word[];
}

function standsApart(text: string, start: number, end: number, from: RegExp): boolean {
  // Two UTF-16 units contain the complete adjacent character.
  const [after = ''] = text.slice(end, end + 2);
  const before = [...text.slice(Math.max(0, start - 2), start)].at(-1) ?? '';
  return !from.test(before) && !from.test(after);
}

// The only letter whose small form is longer.
const smallOf = (text: string) => text.replaceAll('İ', 'i').toLowerCase();

function wordsIn(words: readonly Word[], text: string): Span[] {
  const spans: Span[] = [];
  let small: string | undefined;
  for (const { word, mask, inAnyCase, apart } of words) {
    // Most texts are a word or two, and most secrets are longer.
    if (word.length > text.length) break;
    if (inAnyCase === true) small ??= smallOf(text);
    const searched = inAnyCase === true ? (small ?? text) : text;
    let start = searched.indexOf(word);
    while (start !== -1) {
      const end = start + word.length;
      const isFound = apart === undefined || standsApart(text, start, end, apart);
      if (isFound) spans.push({ start, end, text: mask });
      start = searched.indexOf(word, isFound ? end : start + 1);
    }
  }
  return spans;
}

// In Base64, a value is at one of three offsets; the outermost characters also depend on adjacent bytes.
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const first = Math.ceil((offset * 4) / 3);
    const stable = whole.slice(first, Math.floor(((offset + bytes.length) * 4) / 3));
    return [stable, stable.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** How a value is written: as it is, in JSON, XML, a form and an address. */
const writers: readonly ((text: string) => string)[] = [
  String,
  inJson,
  (text) => inJson(text).replaceAll('/', '\\/'),
  writeEntities,
  (text) => new URLSearchParams({ v: text }).toString().slice(2),
  (text) => encodeURIComponent(Buffer.from(text).toString()),
];

const inAnyCase = (word: string, mask: string): Word => ({ word: smallOf(word), mask, inAnyCase: true });

/** A value in each way of writing, masked in the same way. */
function writtenWords(value: string, mask: string): readonly Word[] {
  const written = new Map(writers.map((write) => [write(value), write(mask)]));
  return [...written].map(([word, masked]) => inAnyCase(word, masked));
}

/** A key or a card in Base64, as hexadecimal digits, and backwards. */
function encodedWords(value: string, mask: string): readonly Word[] {
  const bytes = Buffer.from(value);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const forms = [whole, ...base64Forms(value), bytes.toString('hex'), [...value].reverse().join('')];
  return [...new Set(forms)].map((word) => inAnyCase(word, mask));
}

/** Minimum length of a value that is masked everywhere; shorter ones would match amounts and words. */
const shortestSecret = 6;

const none: SecretIndex = { words: [], numbers: [], short: [] };
let registered = none;

/** Removes every registered value. */
export function forgetRegistered(): void {
  registered = none;
}

/** Keeps the present registered values; the returned function puts them back. */
export function keepRegistered(): () => void {
  const kept = registered;
  return () => {
    registered = kept;
  };
}

const byLength = (words: readonly Word[]) =>
  words.toSorted((one, other) => one.word.length - other.word.length);

function register(words: readonly Word[], number?: KnownNumber): void {
  registered = {
    words: byLength([...registered.words, ...words]),
    numbers: [...registered.numbers, ...(number === undefined ? [] : [number])],
    short: [],
  };
}

const isCard = (value: string) => /^\d{13,19}$/.test(value) && passesLuhn(value);

/** Masks a value of at least six characters, in every form, wherever it occurs from now on. */
export function addSecret(value: string): void {
  if (value.length < shortestSecret) return;
  const mask = isCard(value) ? maskCardDigits(value) : `secret-${tagOf(value).slice(0, 6)}`;
  register([...writtenWords(value, mask), ...encodedWords(value, mask)], knownNumber(value, mask));
}

/** Names an origin whose port changes from run to run: evidence shows `http://<name>.invalid` (or https) instead. */
export function addOrigin(origin: string, name: string): void {
  const stable = `${new URL(origin).protocol}//${name}.invalid`;
  register(writtenWords(origin, stable));
}

const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const shortestWord = 5;

/** A secret of an exchange as words; none if it is short, since it would match amounts and ordinary words. */
function wordsOf(value: string, mask: string): readonly Word[] {
  if (value.length < shortestWord) return [];
  if (isCard(value)) return encodedWords(value, mask);
  if (!/[\p{L}\p{So}]/u.test(value)) {
    const digits = value.replaceAll(/\D/g, '').length;
    if (digits < 6 && !address.test(value)) return [];
    return [{ word: value, mask, ...(digits <= longestAlone && { apart: /\d/ }) }];
  }
  if (!/^\p{L}+$/u.test(value)) return writtenWords(value, mask);
  // A short name may begin an ordinary word, and in small letters be one.
  const apart = value.length < 6 ? { apart: /\p{L}/u } : {};
  return [...new Set([value, value.toUpperCase()])].map((word) => ({ word, mask, ...apart }));
}

// A request has about ten; the limits are for answers with more.
const most = { words: 400, numbers: 200 } as const;

/** Registered values, secrets of an exchange and short secrets, with their masks, to be searched for in its texts. */
export function secretIndexOf(
  secrets: ReadonlyMap<string, string> = new Map(),
  short: ReadonlyMap<string, string> = new Map(),
): SecretIndex {
  // Names and attributes lose the spaces around them, but masks keep every space.
  const words = [...secrets].flatMap(([secret, mask]) => wordsOf(secret.trim(), mask.trim()));
  const numbers = [...secrets].flatMap(([secret, mask]) => knownNumber(secret, mask) ?? []);
  return {
    words: byLength([...registered.words, ...words.slice(0, most.words)]),
    numbers: [...registered.numbers, ...numbers.slice(0, most.numbers)],
    short: byLength([...short].map(([word, mask]) => ({ word, mask, apart: /[\p{L}\p{N}]/u }))),
  };
}

/** Every known value in a text, with its mask, by default the registered ones; in prose the short ones, too. */
export function indexedSecretsIn(text: string, known: SecretIndex = registered, isProse = false): Span[] {
  const spans = wordsIn(known.words, text);
  addSpans(spans, numbersIn(text, known.numbers));
  if (isProse) addSpans(spans, wordsIn(known.short, text));
  return spans;
}
