import type { Target } from './target.ts';

// Codes that the tables of the runtime may lack: those of tests, of no state or of an island, and younger ones.
const further = ['CNH', 'GGP', 'IMP', 'JEP', 'SLE', 'TVD', 'VED', 'XCG', 'XTS', 'XXX', 'ZWG'];
const known: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...further]);

const lettersOf = (code: string) => [...code].sort().join('');

// Any code is near some other one: only the same letters, or those of the same country, may be meant.
function meantBy(code: string): string | undefined {
  const all = [...known];
  return (
    all.find((one) => lettersOf(one) === lettersOf(code)) ??
    all.find((one) => one.slice(0, 2) === code.slice(0, 2))
  );
}

/** A code that ISO 4217 does not list, in words, as `"USB" is not in ISO 4217 ("USD" may be meant)`; undefined for one that it does. */
export function oddCurrency(code: string): string | undefined {
  if (known.has(code)) return undefined;
  const meant = meantBy(code);
  return `"${code}" is not in ISO 4217${meant === undefined ? '' : ` ("${meant}" may be meant)`}`;
}

/** The codes of a target file that ISO 4217 does not list, in words. The document asks for three letters, so they are no error. */
export function oddCurrencies({ currencies = [], payouts = [] }: Target): string | undefined {
  const codes = [
    ...currencies.map(({ currency }) => currency),
    ...payouts.flatMap(({ payment_currency, source_currency }) => [payment_currency, source_currency]),
  ];
  const words = [...new Set(codes)].flatMap((code) => oddCurrency(code) ?? []);
  return words.length === 0 ? undefined : words.join(', ');
}
