import { ConfigurationError } from './configuration-error.ts';
import type { TargetFile } from './target-file.ts';

/**
 * Codes that accounts are kept in, or that tests use, and that the tables of the runtime may lack: those of no state or of an
 * island, those of ISO 4217 for tests, and those that are younger than the runtime.
 */
const further = ['CNH', 'GGP', 'IMP', 'JEP', 'TVD', 'KID', 'SLE', 'VED', 'XCG', 'XTS', 'XXX', 'ZWG'];
const known = [...new Set([...Intl.supportedValuesOf('currency'), ...further])];

const lettersOf = (code: string) => [...code].sort().join('');

// Any code is near some other one: only the same letters, or those of the same country, are meant.
function meantBy(code: string): string {
  const meant =
    known.find((one) => lettersOf(one) === lettersOf(code)) ??
    known.find((one) => one.slice(0, 2) === code.slice(0, 2));
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

function checkCode(code: unknown, place: string): void {
  if (typeof code !== 'string' || known.includes(code)) return;
  throw new ConfigurationError(
    `${place} must be the code of a currency, received ${JSON.stringify(code)}.${meantBy(code)}`,
  );
}

/** Throws a `ConfigurationError` for the code of a currency that does not exist: every request in it would be refused. */
export function checkKnownCurrencies(
  { currencies = [], fixed = {}, payouts = [] }: TargetFile,
  file: string,
): void {
  for (const [at, one] of currencies.entries()) {
    if (typeof one === 'string') checkCode(one, `${file}: "currencies[${at}]"`);
    else checkCode(one.currency, `${file}: "currencies[${at}].currency"`);
  }
  for (const [at, { payment_currency, source_currency, fields = {} }] of payouts.entries()) {
    checkCode(payment_currency, `${file}: "payouts[${at}].payment_currency"`);
    checkCode(source_currency, `${file}: "payouts[${at}].source_currency"`);
    checkFields(fields, `${file}: "payouts[${at}].fields`);
  }
  for (const [operation, fields] of Object.entries(fixed))
    checkFields(fields, `${file}: "fixed.${operation}`);
}

function checkFields(fields: object, place: string): void {
  for (const [name, value] of Object.entries(fields))
    if (/currency$/.test(name)) checkCode(value, `${place}.${name}"`);
}
