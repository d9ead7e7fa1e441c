import { maskCardDigits, passesLuhn } from './card-numbers.ts';
import { addNumber, type NumberIndex, type OpenNumberIndex } from './known-numbers.ts';
import { tagOf } from './run-key.ts';
import type { Span } from './spans.ts';
import { addWord, createWordIndex, type WordIndex, wordsIn } from './word-index.ts';
import { writtenForms } from './written-forms.ts';

// Made once in a process.
const slots = 65_536;
let index = createWordIndex([], slots);
let numbers: OpenNumberIndex = new Map();

/** Fewest characters of a value that is masked wherever it stands: shorter ones would be found in amounts and words. */
const shortestSecret = 6;

/** Forgets every registered value. */
export function forgetRegistered(): void {
  index = createWordIndex([], slots);
  numbers = new Map();
}

function maskSecret(value: string): string {
  return /^\d{13,19}$/.test(value) && passesLuhn(value)
    ? maskCardDigits(value)
    : `secret-${tagOf(value).slice(0, 6)}`;
}

/** Masks a value of at least six characters, in every written form, wherever it occurs from now on. */
export function addSecret(value: string): void {
  if (value.length < shortestSecret) return;
  const mask = maskSecret(value);
  for (const word of writtenForms(value)) addWord(index, { word, mask, beside: 'anything', cases: 'any' });
  addNumber(numbers, value, mask);
}

/** The registered values that are numbers. */
export function registeredNumbers(): NumberIndex {
  return numbers;
}

/** Names an origin whose port changes from run to run, so that equal seeds give equal evidence. */
export function addOrigin(origin: string, name: string): void {
  const { protocol } = new URL(origin);
  const stable = `${protocol}//${name}.invalid`;
  for (const write of [String, encodeURIComponent])
    addWord(index, { word: write(origin), mask: write(stable), beside: 'anything', cases: 'any' });
}

const none = createWordIndex([], 32);

/** Every registered value in a text, and every word of a second index, with its mask. */
export function registeredIn(text: string, more: WordIndex = none): Span[] {
  return wordsIn(index, more, text);
}

/** Tells whether a text holds a registered value. */
export function holdsRegistered(text: string): boolean {
  return registeredIn(text).length > 0;
}
