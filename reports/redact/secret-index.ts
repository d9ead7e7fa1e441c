import { passesLuhn } from '../../schemas/luhn.ts';
import { isDigit, maskCardDigits } from './card-numbers.ts';
import { tagOf } from './run-key.ts';
import { addSpans, type Span } from './spans.ts';

/** A known secret number, to be found in groups and in parts. */
interface KnownNumber {
  /** The known secret; `first` is the index of its first digit. */
  readonly value: string;
  readonly first: number;
  readonly digits: string;
  /** The mask of each of its digits. */
  readonly mask: string;
  readonly card: boolean;
}

const fewestDigits = 8;
// Numbers of up to ten digits may be part of any longer number.
const longestAlone = 10;
const longestGap = 6;
// Digits with usual separators, or a bank account.
const number = /^(?:[+(]*\d[\d\s()./-]*|[A-Z]{2}\d{2}[A-Z0-9]{8,30})$/;
// IP addresses, amounts and dates are digits with separators too, but are no such numbers.
const others = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+|\d{2}([-./])\d{2}\1\d{4}|\d{4}([-./])\d{2}\2\d{2})$/;

/** A card, phone, account or document number; undefined if the value is not one, or is too common a number. */
function knownNumber(value: string, mask: string): KnownNumber | undefined {
  if (value.length < fewestDigits || value.length > 40 || !number.test(value) || others.test(value))
    return undefined;
  const digits = value.replaceAll(/\D+/g, '');
  if (digits.length < fewestDigits) return undefined;
  const card = digits === value && digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
  // A repeated digit occurs in many lists.
  if (!card && new Set(digits).size < 4) return undefined;
  const kept = mask.length === value.length ? [...mask].filter((_, at) => isDigit(value.charCodeAt(at))) : [];
  return { value, first: value.search(/\d/), digits, mask: kept.join('').padEnd(digits.length, 'x'), card };
}

/** Digits with only a few separators between them, and the index of each. */
interface Run {
  readonly digits: string;
  readonly places: readonly number[];
}

const letter = /[\p{L}\p{N}]/u;

// An unbounded pattern would overflow on a long run.
const digitRun = /\d{1,1000}/g;

function isGap(text: string, from: number, end: number): boolean {
  let at = from;
  while (at < end && !letter.test(text.charAt(at))) at += 1;
  return at === end;
}

function* runsOf(text: string): Generator<Run> {
  let [places, end] = [[] as number[], 0];
  const run = () => ({ digits: places.map((at) => text.charAt(at)).join(''), places });
  for (const { 0: digits, index } of text.matchAll(digitRun)) {
    if (index - end > longestGap || !isGap(text, end, index)) {
      if (places.length >= fewestDigits) yield run();
      places = [];
    }
    end = index + digits.length;
    for (let at = index; at < end; at += 1) places.push(at);
  }
  if (places.length >= fewestDigits) yield run();
}

// In one piece, or in its known form, the search for words finds it.
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
// Digits, and characters that replace the hidden ones of a card.
const partlyMasked = /[\d*•xX#]{8,19}/g;
const ofPart = /[\d*•xX#]/;

// A text that shows more of a card than its first and last digits, whatever replaces the others.
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
  // Test cards are full of zeros, and a round amount is no part of one.
  if (/^\d+$/.test(written) && /^0*$/.test([...written].filter((_, at) => !isOpen(at)).join('')))
    return undefined;
  return written.replaceAll(/\d/g, (digit, at: number) => (isOpen(at) ? digit : 'x'));
}

// Called for every long number and every card, so it stops at the first different digit.
function agreesWith(written: string, card: string, from: number): boolean {
  for (let at = 0; at < written.length; at += 1)
    if (isDigit(written.charCodeAt(at)) && written[at] !== card[from + at]) return false;
  return true;
}

function partsIn(text: string, cards: readonly KnownNumber[]): Span[] {
  const spans: Span[] = [];
  for (const { 0: written, index: start } of text.matchAll(partlyMasked)) {
    const end = start + written.length;
    if (ofPart.test(text.charAt(start - 1)) || ofPart.test(text.charAt(end))) continue;
    for (const { digits } of cards) {
      const masked = maskPart(written, digits);
      if (masked !== undefined && masked !== written) spans.push({ start, end, text: masked });
    }
  }
  return spans;
}

// An unbounded pattern would overflow on a long run.
const mayHoldNumber = /\d(?:[^A-Za-z\d]{0,6}\d){7}/;
const mayHoldPart = /[\d*•xX#]{8}/;

/** Every known number in a text, in groups of any size, and every part of a card that shows too much. */
function numbersIn(text: string, numbers: readonly KnownNumber[], parts: boolean): Span[] {
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

/** A word that texts are searched for. */
interface Word {
  readonly word: string;
  readonly mask: string;
  /** What must not be directly next to it. */
  readonly apart?: RegExp;
  readonly capitals: string;
  /** The word in lower case, if any case matches. */
  readonly small?: string;
}

/** Secret values in a form that one pass through a text can find, whatever their number. */
export interface SecretIndex {
  /** Further values that are searched for. */
  readonly others?: SecretIndex;
  /** Words by a 20-bit hash of their first four characters; `heads` has a bit for its last 16 bits. */
  readonly words: Map<number, readonly Word[]>;
  readonly heads: Uint32Array;
  readonly numbers: KnownNumber[];
  /** Names of two to four letters, which are found only in prose and only as whole words. */
  readonly names: Map<string, string>;
}

const headLength = 4;

function createSecretIndex(): SecretIndex {
  return { words: new Map(), heads: new Uint32Array(2 ** 11), numbers: [], names: new Map() };
}

// Small enough to be copied for each exchange.
const wordOf = (head: number) => (head & 0xffff) >>> 5;

// Five bits for each character, so that only the last four characters affect the 20 bits.
function headAt(text: string, start: number): number {
  let head = 0;
  for (let at = start; at < start + headLength; at += 1) head = (head << 5) ^ (text.charCodeAt(at) | 0x20);
  return head & 0xfffff;
}

/** Index of the next four characters, from `from` on, that may begin a word; -1 if there are none. */
// Masking spends most of its time here: any addition makes the loop five times as slow.
function nextHead(heads: Uint32Array, text: string, from: number): number {
  let head = 0;
  for (let at = from; at < text.length; at += 1) {
    head = ((head << 5) ^ (text.charCodeAt(at) | 0x20)) & 0xfffff;
    if ((((heads[wordOf(head)] ?? 0) >>> (head & 31)) & 1) !== 0 && at - from >= headLength - 1)
      return at - headLength + 1;
  }
  return -1;
}

const noWords: readonly Word[] = [];

function wordsAt({ words, others }: SecretIndex, head: number): readonly Word[] {
  const [own, more] = [words.get(head) ?? noWords, others?.words.get(head) ?? noWords];
  return more.length === 0 ? own : [...more, ...own];
}

function addWord(known: SecretIndex, word: string, mask: string, how: { mixed: boolean; apart?: RegExp }) {
  if (word.length < headLength) return;
  const { words, heads } = known;
  const head = headAt(word, 0);
  heads[wordOf(head)] = (heads[wordOf(head)] ?? 0) | (1 << (head & 31));
  if (wordsAt(known, head).some((other) => other.word === word)) return;
  const { apart, mixed } = how;
  const small = mixed ? { small: word.toLowerCase() } : {};
  words.set(head, [
    ...(words.get(head) ?? noWords),
    { word, mask, capitals: word.toUpperCase(), ...small, ...(apart && { apart }) },
  ]);
}

function fits({ word, capitals, small, apart }: Word, text: string, start: number): boolean {
  const end = start + word.length;
  // A repetitive text may begin like a word at many places, but rarely also ends like it.
  if ((text.charCodeAt(end - 1) | 0x20) !== (word.charCodeAt(word.length - 1) | 0x20)) return false;
  const written = text.slice(start, end);
  if (written !== word && written !== capitals && (small === undefined || written.toLowerCase() !== small))
    return false;
  return apart === undefined || !(apart.test(text.charAt(start - 1)) || apart.test(text.charAt(end)));
}

function wordsIn(known: SecretIndex, text: string): Span[] {
  const spans: Span[] = [];
  const { heads } = known;
  let ends: Map<Word, number> | undefined;
  for (let start = nextHead(heads, text, 0); start !== -1; start = nextHead(heads, text, start + 1)) {
    for (const word of wordsAt(known, headAt(text, start))) {
      if (!fits(word, text, start) || start < (ends?.get(word) ?? 0)) continue;
      const end = start + word.word.length;
      ends ??= new Map();
      ends.set(word, end);
      spans.push({ start, end, text: word.mask });
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

/** The forms of a value in JSON, XML, a form or a Basic header, as hexadecimal digits, and backwards. */
function writtenForms(value: string): readonly string[] {
  const xml = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const bytes = Buffer.from(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    xml,
    new URLSearchParams({ v: value }).toString().slice(2),
    encodeURIComponent(bytes.toString()),
    bytes.toString('base64').replace(/=+$/, ''),
    ...base64Forms(value),
    bytes.toString('hex'),
    [...value].reverse().join(''),
  ];
}

function addNumber({ numbers }: SecretIndex, value: string, mask: string): void {
  const number = knownNumber(value, mask);
  if (number !== undefined) numbers.push(number);
}

/** Minimum length of a value that is masked everywhere; shorter ones would match amounts and words. */
const shortestSecret = 6;

let registered = createSecretIndex();

/** Removes every registered value. */
export function forgetRegistered(): void {
  registered = createSecretIndex();
}

/** Keeps the present registered values; the returned function puts them back. */
export function keepRegistered(): () => void {
  const kept = registered;
  return () => {
    registered = kept;
  };
}

/** Masks a value of at least six characters, in every form, wherever it occurs from now on. */
export function addSecret(value: string): void {
  if (value.length < shortestSecret) return;
  const isCard = /^\d{13,19}$/.test(value) && passesLuhn(value);
  const mask = isCard ? maskCardDigits(value) : `secret-${tagOf(value).slice(0, 6)}`;
  for (const form of writtenForms(value)) addWord(registered, form, mask, { mixed: true });
  addNumber(registered, value, mask);
}

/** Names an origin whose port changes from run to run: evidence shows `http://<name>.invalid` (or https) instead. */
export function addOrigin(origin: string, name: string): void {
  const stable = `${new URL(origin).protocol}//${name}.invalid`;
  for (const write of [String, encodeURIComponent])
    addWord(registered, write(origin), write(stable), { mixed: true });
}

const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const amount = /^\d+\.\d+$/;

// A postal code, document number, phone number, IP address or date: digits in groups, but not an amount.
function isNumber(value: string): boolean {
  if (address.test(value)) return true;
  const isGrouped = /^[+(]*\d+(?:[-./ ()]+\d+)+$/.test(value) && !amount.test(value);
  return isGrouped && value.replaceAll(/\D/g, '').length > 6;
}

const shortName = /^(?:\p{Lu}\p{L}{2,3}|[^\P{L}A-Za-z]{2,4})$/u;

function addOfExchange(known: SecretIndex, word: string, mask: string): number {
  const hasLetters = /[\p{L}\p{So}]/u.test(word);
  // Shorter ones would match amounts and ordinary words.
  if (word.length <= headLength || !(hasLetters || /\d{6}/.test(word) || isNumber(word))) return 0;
  const digits = word.replaceAll(/\D/g, '').length;
  if (!hasLetters) addWord(known, word, mask, { mixed: false, ...(digits <= 10 && { apart: /\d/ }) });
  // A short name may begin an ordinary word, and in lower case be one.
  else if (!/^\p{L}+$/u.test(word)) addWord(known, word, mask, { mixed: true });
  else addWord(known, word, mask, { mixed: false, ...(word.length < 6 && { apart: /\p{L}/u }) });
  if (!/^\d{13,19}$/.test(word) || !passesLuhn(word)) return 1;
  const forms = writtenForms(word);
  for (const form of forms) addWord(known, form, mask, { mixed: true });
  return forms.length;
}

// A request has about ten; the limits are for answers with more.
const most = { words: 400, numbers: 200 } as const;

/** Registered values, secrets of an exchange and short secrets, with their masks, in a searchable form. */
export function secretIndexOf(
  secrets: ReadonlyMap<string, string> = new Map(),
  short: ReadonlyMap<string, string> = new Map(),
): SecretIndex {
  if (secrets.size === 0 && short.size === 0) return registered;
  const known: SecretIndex = {
    others: registered,
    words: new Map(),
    heads: registered.heads.slice(),
    numbers: [...registered.numbers],
    names: new Map(),
  };
  const mostNumbers = known.numbers.length + most.numbers;
  let words = 0;
  for (const [secret, mask] of secrets) {
    // Names and attributes lose the spaces around them, but masks keep every space.
    if (words < most.words) words += addOfExchange(known, secret.trim(), mask.trim());
    if (known.numbers.length < mostNumbers) addNumber(known, secret, mask);
  }
  for (const [name, mask] of short) if (shortName.test(name)) known.names.set(name, mask);
  return known;
}

const sign = /[\p{L}\p{N}]/u;

// Two UTF-16 units contain the complete adjacent character.
function standsAlone(text: string, start: number, end: number): boolean {
  const [behind] = text.slice(end, end + 2);
  const before = [...text.slice(Math.max(0, start - 2), start)].at(-1);
  return !sign.test(behind ?? '') && !sign.test(before ?? '');
}

/** Every short name of an exchange that is a whole word in a text, with its mask. */
export function namesIn({ names }: Pick<SecretIndex, 'names'>, text: string): Span[] {
  const spans: Span[] = [];
  for (const [name, mask] of names)
    for (let start = text.indexOf(name); start !== -1; start = text.indexOf(name, start + 1)) {
      const end = start + name.length;
      if (standsAlone(text, start, end)) spans.push({ start, end, text: mask });
    }
  return spans;
}

/** Every known value in a text, with its mask, by default the registered ones; with `parts` also parts of cards. */
export function indexedSecretsIn(text: string, known: SecretIndex = registered, parts = false): Span[] {
  const spans = wordsIn(known, text);
  addSpans(spans, numbersIn(text, known.numbers, parts));
  return spans;
}
