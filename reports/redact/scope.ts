import type { SecretClass } from '../../schemas/contract.ts';
import { addNumber, type NumberIndex, numbersKnownIn, type OpenNumberIndex } from './known-numbers.ts';
import { registeredIn, registeredNumbers } from './registered.ts';
import { shortNamesIn as namesIn, shortNamesOf } from './short-names.ts';
import type { Span } from './spans.ts';
import { datesLike, isAmount, isDate, wordsOf } from './tainted-words.ts';
import { createWordIndex, holdsWord, type WordIndex } from './word-index.ts';
import { isEscaped, readThrough } from './written-view.ts';

/** What masking learns while it walks over one exchange. */
export interface Scope {
  /** Every secret seen so far and its mask. */
  readonly secrets: Map<string, string>;
  /** Secrets too short to be looked for inside other texts, and their masks. */
  readonly short: Map<string, string>;
  /** Masked places, as in `sent.body.card`. */
  readonly masked: Set<string>;
  /** The secrets that other texts are searched for, set by `taint`. */
  words: WordIndex | undefined;
  /** How many secrets had been seen then. */
  tainted: number;
  /** Short names that are looked for as whole words, set by `taint`. */
  shortNames: readonly string[];
  /** Secrets that are numbers, which are looked for in groups as well, set by `taint`. */
  numbers: NumberIndex;
}

/**
 * Which registered values and secrets of the exchange a leaf is searched for: all, none because the whole text was seen
 * to hold none, or those that were seen in it.
 */
export type Sweeps = boolean | ReadonlySet<string>;

/** Where a text stands: the part of the exchange, and what is collected there. */
export interface Place {
  readonly scope: Scope;
  /** As in `received.body`. */
  readonly part: string;
  /** Names of leaves in document order, indices left out; absent when nobody asks. */
  readonly fields?: Set<string>;
  readonly sweeps: Sweeps;
  /** Nesting of texts inside texts so far. */
  readonly depth: number;
  /** Masks a text with a structure of its own that stands inside another; undefined when it has none that is known. */
  readonly inside: Masker;
  /** Writes something else than the mask for a secret, and leaves everything without a secret's name alone. */
  readonly replace?: (secret: SecretClass, value: string, name: string) => string;
  /** Beside `replace`: writes something else for a value without a secret's name. */
  readonly replaceOpen?: (value: string) => string;
}

/** Masks a text by its structure. */
export type Masker = (text: string, place: Place, inherited?: SecretClass) => string | undefined;

const noNumbers: NumberIndex = new Map();

/** Starts the masking of one exchange, or of one value on its own. */
export function createScope(): Scope {
  return {
    secrets: new Map(),
    short: new Map(),
    masked: new Set(),
    words: undefined,
    tainted: 0,
    shortNames: [],
    numbers: noNumbers,
  };
}

/** Names a member below a place: `a` and `b` give `a.b`. */
export function memberOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Notes that something was masked at a path of a place. */
export function mark(place: Place, path: string): void {
  place.scope.masked.add(path === '' || path.startsWith('[') ? place.part + path : `${place.part}.${path}`);
}

// An income looks like any amount, so it is known as a whole value only, as are codes and short names.
function isShort(secret: SecretClass, value: string): boolean {
  if (secret === 'security-code') return /^\d{3,4}$/.test(value);
  return secret === 'personal' && ((value.length <= 8 && /^\p{L}{2,4}$/u.test(value)) || isAmount(value));
}

/** Notes a secret of the exchange and its mask. */
export function noteSecret(
  { secrets, short }: Scope,
  secret: SecretClass,
  value: string,
  mask: string,
): void {
  secrets.set(value, mask);
  // Escapes of escapes are undone at once, so that what looks like an escape itself is only met as it reads.
  const read = readThrough(value);
  if (read !== value) secrets.set(read, mask);
  if (isShort(secret, value)) short.set(value, mask);
  if (secret === 'personal' && isDate(value))
    for (const [date, masked] of datesLike(value, mask)) secrets.set(date, masked);
}

/** From now on the secrets seen so far are masked in every text of the exchange. */
export function taint(scope: Scope): void {
  const { size } = scope.secrets;
  if (size === scope.tainted) return;
  scope.numbers = numbersOf(scope.secrets, scope.numbers, scope.tainted);
  scope.tainted = size;
  const words = wordsOf(scope.secrets);
  scope.words = words.length === 0 ? undefined : createWordIndex(words);
  scope.shortNames = shortNamesOf(scope.short);
}

// A request names some ten; the bound is for answers that make up more.
const mostNumbers = 200;

// The numbers that were known before, and those of the secrets behind so many.
function numbersOf(secrets: ReadonlyMap<string, string>, before: NumberIndex, known: number): NumberIndex {
  const numbers: OpenNumberIndex = new Map(before);
  let at = 0;
  for (const [secret, mask] of secrets) {
    if (numbers.size >= mostNumbers) break;
    if (at >= known) addNumber(numbers, secret, mask);
    at += 1;
  }
  return numbers;
}

/** Registered numbers and those of the exchange in a text, in groups and in parts, with their masks. */
export function numbersIn(scope: Scope | undefined, text: string, parts = true): Span[] {
  return numbersKnownIn(text, registeredNumbers(), scope?.numbers ?? noNumbers, parts);
}

/** The short names of the exchange in a text without fields, with their masks. */
export function shortNamesIn({ shortNames, short }: Scope, text: string): Span[] {
  return namesIn(shortNames, short, text);
}

/** What leaves of a text may hold of the registered values and the secrets of the exchange, as it is spelt there. */
export function sweepsOf(scope: Scope, text: string): Sweeps {
  if (isEscaped(text) || numbersIn(scope, text).length > 0) return true;
  const found = registeredIn(text, scope.words);
  return found.length > 0 && new Set(found.map(({ start, end }) => text.slice(start, end)));
}

/** The same as `sweepsOf`, and everything where that fails: then each leaf is searched by itself, and withheld where it fails again. */
export function sweepsOrAll(scope: Scope, text: string): Sweeps {
  try {
    return sweepsOf(scope, text);
  } catch {
    return true;
  }
}

/** Tells whether a leaf may hold one of them. */
export function mayHold(sweeps: Sweeps, leaf: string): boolean {
  if (typeof sweeps === 'boolean') return sweeps;
  for (const spelling of sweeps) if (leaf.includes(spelling)) return true;
  return false;
}

/** Tells whether a secret of the exchange stands in a text, spelt as it was sent. */
export function holdsSecret({ words }: Scope, text: string): boolean {
  return words !== undefined && holdsWord(words, text);
}
