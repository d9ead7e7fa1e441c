import { cardNumber, holds } from '../../schemas/rules/cards.ts';
import type { JsonObject } from '../../schemas/types.ts';

/** Longest identifier of a service that is kept, in characters. */
const longest = 200;
/** Shorter secrets would be found in ordinary identifiers. */
const shortest = 6;

/** Tells whether a text of the service may be written down: no secret, no card number, no page of text. */
export type Keepable = (text: string) => boolean;

// A header value is known by its words as well: services quote the credential without its scheme.
function wordsOf(secret: string): readonly string[] {
  return [secret, ...secret.split(/\s+/)].filter((word) => word.length >= shortest);
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const grouped = /(?<![0-9])[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}(?![0-9])/;

/** Makes the rule for the secrets of a target; `sent` is the request, whose card nobody may find in a ledger either. */
export function keepableFor(secrets: readonly string[], sent: JsonObject = {}): Keepable {
  const words = secrets.flatMap(wordsOf);
  // Without a letter it may be a date, and identifiers hold dates.
  const bare = words.map(letters).filter((word) => word.length >= shortest && /\p{L}/u.test(word));
  const numbers = [sent.card, ...secrets].flatMap((one) => cardNumber(one) ?? []);
  return (text) => {
    if (text.length > longest || grouped.test(text) || holdsIssuedNumber(text)) return false;
    const plain = letters(text);
    if (words.some((word) => text.includes(word)) || bare.some((word) => plain.includes(word))) return false;
    const digits = text.replaceAll(/[^0-9]/g, '');
    return !numbers.some((number) => holds(text, number) || digits.includes(number));
  };
}

// Digits alone of another length than a card's, or that no scheme issues, are an identifier.
function holdsIssuedNumber(text: string): boolean {
  const issued =
    /^(?:4[0-9]{15}|5[1-5][0-9]{14}|2[2-7][0-9]{14}|3[47][0-9]{13}|6(?:011|5[0-9]{2})[0-9]{12})$/;
  return (text.match(/[0-9]{13,}/g) ?? []).some((run) => issued.test(run) && cardNumber(run) !== undefined);
}
