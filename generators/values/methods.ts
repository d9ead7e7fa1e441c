import type { Locale } from './locales.ts';

/** A payment method, and where people pay with it. */
interface Method {
  readonly name: string;
  readonly currency: string;
  readonly countries: readonly string[];
}

const methods: readonly Method[] = [
  { name: 'PIX', currency: 'BRL', countries: ['BR'] },
  { name: 'BLIK', currency: 'PLN', countries: ['PL'] },
  { name: 'KONBINI', currency: 'JPY', countries: ['JP'] },
  { name: 'BIZUM', currency: 'EUR', countries: ['ES'] },
  { name: 'MYBANK', currency: 'EUR', countries: ['IT'] },
  { name: 'SEPA', currency: 'EUR', countries: ['DE', 'FR'] },
  { name: 'PAYBYBANK', currency: 'GBP', countries: ['GB'] },
];

/** A method that people of the country pay with in the currency; a wallet that takes any where none does. */
export function methodFor(currency: string, { country }: Pick<Locale, 'country'>): string {
  const fitting = methods.find((one) => one.currency === currency && one.countries.includes(country));
  return fitting?.name ?? 'PAYPAL';
}
