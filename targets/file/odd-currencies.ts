import type { Target } from '../target.ts';
import type { TestCard } from './target-keys.ts';

// Codes that the runtime may lack: for tests, without a state, of islands, and recent ones.
const unlistedCodes = ['CNH', 'GGP', 'IMP', 'JEP', 'SLE', 'TVD', 'VED', 'XCG', 'XTS', 'XXX', 'ZWG'];
const knownCodes: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...unlistedCodes]);

/** Returns whether ISO 4217 lists a code in capitals. */
export function isKnownCurrency(code: string): boolean {
  return knownCodes.has(code);
}

const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

const wordsIn = (codes: Iterable<string>) =>
  new Set(
    [...codes].flatMap(
      (code) =>
        names
          .of(code)
          ?.toUpperCase()
          .match(/\p{L}{3,}/gu) ?? [],
    ),
  );

const everyWord = wordsIn(knownCodes);

/** Returns whether a word in capitals is part of a currency name, but not of the names of the given codes. */
export function namesCurrency(word: string, but: readonly string[]): boolean {
  return everyWord.has(word) && !wordsIn(but.filter((code) => knownCodes.has(code))).has(word);
}

const signOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;

/** Returns whether a sign stands only for the given currencies. */
export function isSignOf(sign: string, currencies: readonly string[]): boolean {
  const meant = [...knownCodes].filter((code) => signOf(code) === sign);
  return meant.length > 0 && meant.every((code) => currencies.includes(code));
}

/** Describes an unlisted code, as `"USB" is not in ISO 4217`; undefined for a listed one. */
export function oddCurrency(code: string): string | undefined {
  return knownCodes.has(code) ? undefined : `"${code}" is not in ISO 4217`;
}

/** Describes the codes of a target that ISO 4217 does not list; no error, as the document asks for three letters. */
export function oddCurrencies({ currencies = [], payouts = [] }: Target): string | undefined {
  const codes = [
    ...currencies.map(({ currency }) => currency),
    ...payouts.flatMap(({ payment_currency, source_currency }) => [payment_currency, source_currency]),
  ];
  const words = [...new Set(codes)].flatMap((code) => oddCurrency(code) ?? []);
  return words.length === 0 ? undefined : words.join(', ');
}

/** Returns whether the last month of a card is before a point in time. */
export function isExpired({ expiration_year, expiration_month }: TestCard, now: Date): boolean {
  // Date.UTC counts months from 0, so this is the second day of the next month, which has begun in every zone.
  return Date.UTC(Number(expiration_year), Number(expiration_month), 2) <= now.getTime();
}

/** Describes expired cards for approval, as `the card that ends in 1111 expired in 12/2020`; undefined without one. */
export function expiredWords(cards: readonly TestCard[], now: Date): string | undefined {
  const expired = cards.filter((card) => card.outcome !== 'decline' && isExpired(card, now));
  const words = expired.map(
    ({ card, expiration_month, expiration_year }) =>
      `the card that ends in ${card.slice(-4)} expired in ${expiration_month}/${expiration_year}`,
  );
  return words.length === 0 ? undefined : words.join(', ');
}
