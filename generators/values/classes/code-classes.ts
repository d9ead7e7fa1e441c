import { faker } from '@faker-js/faker/locale/en';
import { locales } from '../locales.ts';
import { type ValueClass, valueClass } from './value-class.ts';

/** The currencies of ISO 4217 in which people pay. */
const currencyCodes: readonly string[] = faker.definitions.finance.currency
  .map(({ code }) => code)
  .filter((code) => /^[A-WY-Z][A-Z]{2}$/.test(code));

/** The countries of ISO 3166. */
const countryCodes: readonly string[] = faker.definitions.location.country_code.map(({ alpha2 }) => alpha2);

const languages = [
  ...new Set([...locales.map(({ language }) => language), 'en', 'zh-Hant-TW', 'ar-SA', 'sr-Latn']),
];
const zones = ['Europe/Berlin', '+08:00', '-03:30', 'Asia/Kathmandu', 'UTC', '+14:00', '-180'];

// Coprime to the lengths of the lists: consecutive requests take distant codes, and all codes get their turn.
const stride = 61;

/** The code of a list for the request with the number `at`. */
function inTurn(codes: readonly string[], at: number): string {
  return codes[(at * stride) % codes.length] ?? codes[0] ?? '';
}

/** Currencies of a list; the requests of a run use all of them in turn. */
export function currencyClasses(codes: readonly string[] = currencyCodes): readonly ValueClass[] {
  return [
    valueClass('currency-codes', 'Each currency that the account takes, in turn.', ({ at }) =>
      inTurn(codes, at),
    ),
  ];
}

/** Each country of ISO 3166, in turn. */
export const countryClasses: readonly ValueClass[] = [
  valueClass('country-codes', 'Each country of ISO 3166, in turn.', ({ at }) => inTurn(countryCodes, at)),
];

/** Language tags. */
export const languageClasses: readonly ValueClass[] = languages.map((tag) =>
  valueClass(`language-${tag}`, 'A language tag.', () => tag),
);

/** Names and offsets of time zones. */
export const timeZoneClasses: readonly ValueClass[] = zones.map((zone) =>
  valueClass(`zone-${zone}`, 'A time zone by name or by offset.', () => zone),
);

/** The value that a sample shows, for a field about whose values nothing else is shown (2.14). */
export function sampleClasses([shown = '']: readonly string[]): readonly ValueClass[] {
  return [valueClass('sample-value', 'The value that a sample shows.', () => shown)];
}

/** Usual values, for a field without classes of its own. */
export function usualClasses(values: readonly string[]): readonly ValueClass[] {
  return [valueClass('usual-value', 'A value as merchants send it.', ({ pick }) => pick(values))];
}
