import type { SecretClass } from '../../schemas/contract.ts';
import { mayHoldCardNumber } from './card-numbers.ts';
import { occurrencesOf } from './occurrences.ts';
import { holdsRegistered } from './registered.ts';
import type { Span } from './spans.ts';

/** What masking learns while it walks over one exchange. */
export interface Scope {
  /** Every secret seen so far and its mask. */
  readonly secrets: Map<string, string>;
  /** Masked places, as in `sent.body.card`. */
  readonly masked: Set<string>;
  /** The secrets that other texts are searched for, set by `taint`. */
  words: readonly (readonly [word: string, mask: string])[];
  /** Short texts that were swept with these words already, since an answer repeats names and values. */
  readonly swept: Readonly<Record<'loose' | 'strict', Map<string, string>>>;
}

/** Where a text stands: the part of the exchange, and what is collected there. */
export interface Place {
  readonly scope: Scope;
  /** As in `received.body`. */
  readonly part: string;
  /** Names of leaves in document order, indices left out; absent when nobody asks. */
  readonly fields?: Set<string>;
  /** False when the whole text was seen to hold nothing that free text is searched for. */
  readonly sweeps: boolean;
  /** Nesting of texts inside texts so far. */
  readonly depth: number;
  /** Writes something else than the mask for a secret, and leaves everything without a secret's name alone. */
  readonly replace?: (secret: SecretClass, value: string, name: string) => string;
}

/** Starts the masking of one exchange, or of one value on its own. */
export function createScope(): Scope {
  return { secrets: new Map(), masked: new Set(), words: [], swept: { loose: new Map(), strict: new Map() } };
}

/** Names a member below a place: `a` and `b` give `a.b`. */
export function memberOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Notes that something was masked at a path of a place. */
export function mark(place: Place, path: string): void {
  place.scope.masked.add(path === '' || path.startsWith('[') ? place.part + path : `${place.part}.${path}`);
}

/** From now on the secrets seen so far are masked in every text of the exchange, as whole words of five signs and more. */
export function taint(scope: Scope): void {
  // Shorter ones would be found in amounts and in ordinary words. The bound keeps the search quick.
  scope.words = [...scope.secrets]
    .filter(([word]) => word.length >= 5 && /\p{L}|\p{So}|\d{6}/u.test(word))
    .slice(0, 400);
  scope.swept.loose.clear();
  scope.swept.strict.clear();
}

/** Tells whether a text holds a secret of the exchange. */
export function holdsTainted({ words }: Scope, text: string): boolean {
  return words.some(([word]) => text.includes(word));
}

/** The secrets of the exchange in a text, with their masks. */
export function taintedIn({ words }: Scope, text: string): Span[] {
  return occurrencesOf(words, text, true);
}

/** Tells whether a text can hold anything that is masked without a field name. */
export function needsSweep(scope: Scope, text: string): boolean {
  return (
    text.includes('@') ||
    mayHoldCardNumber(text) ||
    // Written otherwise than it reads; and addresses, whose query may hold anything.
    /\\u00|&#|%[0-9A-Fa-f]{2}|:\/\//.test(text) ||
    holdsRegistered(text) ||
    holdsTainted(scope, text)
  );
}
