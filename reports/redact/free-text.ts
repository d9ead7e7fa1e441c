import { cardNumbersIn, mayHoldCardNumber } from './card-numbers.ts';
import { arePersonsShown } from './classes.ts';
import { emailsIn } from './emails.ts';
import { maskOf } from './masks.ts';
import { joinsByPlus, pairsIn } from './pairs.ts';
import { registeredIn } from './registered.ts';
import { mark, numbersIn, type Place, type Scope, shortNamesIn } from './scope.ts';
import { addSpans, replaceSpans, type Span } from './spans.ts';
import { SecretLeft, TooMuchToMask } from './withheld.ts';
import { isEscaped, spansAsRead } from './written-view.ts';

/** Where a text without a class of its own stands: in a field that identifies something, in another one, or in no field. */
export type TextKind = 'identifier' | 'field' | 'prose';

const userInfo = /:\/\/([^/\s@:]+(?::[^/\s@]*)?)@/dg;

function credentialsIn(text: string): Span[] {
  return [...text.matchAll(userInfo)].map(({ indices }) => {
    const [start, end] = indices?.[1] ?? [0, 0];
    return { start, end, text: maskOf('token', text.slice(start, end)) };
  });
}

function secretsIn(text: string, scope: Scope | undefined, kind: TextKind, words: boolean): Span[] {
  const spans = words ? registeredIn(text, scope?.words) : [];
  if (words) addSpans(spans, numbersIn(scope, text, kind !== 'identifier'));
  addSpans(spans, cardNumbersIn(text, kind === 'identifier'));
  addSpans(spans, pairsIn(text));
  if (text.includes('@') && !arePersonsShown()) addSpans(spans, emailsIn(text));
  if (text.includes('://')) addSpans(spans, credentialsIn(text));
  if (scope !== undefined && kind === 'prose') addSpans(spans, shortNamesIn(scope, text));
  return spans;
}

// A plus between two groups of digits, with blanks beside it or without.
const groupedByPlus = /\d[\s+]{0,2}\+[\s+]{0,2}\d/;

// Whatever else is looked for says the same with a plus: it is no digit, no letter and no part of a name.
function secretsBehindPlus(text: string, scope: Scope | undefined, kind: TextKind, words: boolean): Span[] {
  const read = text.replaceAll('+', ' ');
  const spans = words ? registeredIn(read, scope?.words) : [];
  if (groupedByPlus.test(text)) addSpans(spans, cardNumbersIn(read, kind === 'identifier'));
  if (joinsByPlus(text)) addSpans(spans, pairsIn(read));
  return spans;
}

// No text of a service holds as many, and each takes its time: counted and not timed, so that equal input gives equal evidence.
const mostFinds = 60_000;

/**
 * Masks what can be recognised in a text without structure: values after a secret field's name, card numbers,
 * registered values, e-mail addresses, credentials in addresses, and the secrets of the same exchange. Without `words`
 * neither registered values nor secrets of the exchange are looked for, since a longer text was seen to hold none.
 */
export function maskFreeText(text: string, scope?: Scope, kind: TextKind = 'prose', words = true): string {
  const spans = spansAsRead(text, {
    find: (read) => secretsIn(read, scope, kind, words),
    findBehindPlus: (read) => secretsBehindPlus(read, scope, kind, words),
  });
  if (scope !== undefined && spans.length > mostFinds) throw new TooMuchToMask();
  return replaceSpans(text, spans);
}

/** Where a text still holds a value that is known to be secret, as it is written or as it reads, with what is written there. */
function knownIn(text: string, scope: Scope | undefined): Span[] {
  const find = (read: string) => {
    const spans = registeredIn(read, scope?.words);
    addSpans(spans, numbersIn(scope, read, false));
    return spans.filter(({ start, end, text: mask }) => mask !== read.slice(start, end));
  };
  return spansAsRead(text, { find, findBehindPlus: () => [] });
}

/** The masked text itself where it holds nothing more that is known; without that where it does, and withheld where that is of no use. */
export function nothingLeft(masked: string, scope?: Scope): string {
  const left = knownIn(masked, scope);
  if (left.length === 0) return masked;
  const again = replaceSpans(masked, left);
  if (knownIn(again, scope).length > 0) throw new SecretLeft();
  return again;
}

const shortText = 100;

/** Masks one name or value of a message as free text; what an exchange repeats is looked at once. */
export function maskShortText(text: string, scope: Scope, kind: TextKind = 'field', words = true): string {
  if (text.length > shortText) return maskFreeText(text, scope, kind, words);
  const known = scope.swept[kind];
  const before = known.get(text);
  if (before !== undefined) return before;
  const swept = maskFreeText(text, scope, kind, words);
  known.set(text, swept);
  return swept;
}

// Most values of a message: a word or two, a code, an amount, a message behind its code, a time, a plain address.
const plain =
  /^(?:[A-Za-z][A-Za-z -]*|\d{1,12}(?:\.\d{1,6})?|[A-Z]?\d{4}:[A-Za-z ]*|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:[+-]\d{4})?)?|https?:\/\/[A-Za-z.-]+(?:\/[A-Za-z_./-]*)?)$/;

/** Tells cheaply whether a text may hold something that is recognised by its look, whatever its field. */
export function isSuspicious(text: string): boolean {
  if (plain.test(text)) return false;
  return /[@=<"'`:]|\s\d{3}/.test(text) || mayHoldCardNumber(text) || isEscaped(text);
}

/** Masks a stretch without structure where a message stands, and notes that it did. */
export function sweep(text: string, place: Place): string {
  if (place.replace !== undefined) return text;
  const swept = maskFreeText(text, place.scope);
  if (swept !== text) mark(place, '');
  return swept;
}
