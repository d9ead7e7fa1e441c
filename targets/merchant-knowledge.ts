import { given } from '../schemas/given.ts';
import { documentedOperations } from '../schemas/operations.ts';
import type { Statuses, StatusValues } from '../schemas/states.ts';
import { table } from '../schemas/table.ts';
import type { DocumentedOperationId } from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { documentedNames, otherTypeOf } from './documented-names.ts';
import { didYouMean } from './nearest.ts';
import { checkOrderNumbers } from './order-number-rules.ts';
import type { Currency, FieldValues, MerchantKnowledge, TargetFile } from './target-file.ts';

/** What a target file says that only the merchant knows; throws `ConfigurationError` for what cannot be. */
export function knowledgeOf(
  raw: TargetFile,
  file: string,
): MerchantKnowledge & { readonly currencies?: readonly Currency[] } {
  const { fixed, orderNumbers, capture, refunds, settle, statuses, apmMethods, payouts, subscription, laws } =
    raw;
  const currencies = raw.currencies?.map((one) => (typeof one === 'string' ? { currency: one } : one));
  if (currencies !== undefined) checkCurrencies(currencies, file);
  if (orderNumbers !== undefined) checkOrderNumbers(orderNumbers, file);
  checkFixed(fixed, file);
  for (const [operation, values] of Object.entries(statuses ?? {})) {
    const place = `${file}: "statuses.${operation}`;
    const { result_info, payment_status, ...own } = values as NonNullable<Statuses['direct-payment']>;
    checkMeanings(own, place);
    checkMeanings(result_info, `${place}.result_info`);
    checkMeanings(payment_status, `${place}.payment_status`);
  }
  for (const [at, { fields }] of (apmMethods ?? []).entries())
    checkFields(fields, ['apm-payment'], `${file}: "apmMethods[${at}].fields`);
  for (const [at, { fields }] of (payouts ?? []).entries())
    checkFields(fields, ['payout'], `${file}: "payouts[${at}].fields`);
  return given({
    fixed,
    orderNumbers,
    currencies,
    capture,
    refunds,
    settle,
    statuses,
    apmMethods,
    payouts,
    subscription,
    laws,
    // A key that is forgotten here does not compile.
  } satisfies Record<keyof MerchantKnowledge | 'currencies', unknown>);
}

/** Codes of the currencies that a target takes; undefined when it takes any. */
export function currencyCodes({
  currencies,
}: {
  readonly currencies?: readonly Currency[];
}): readonly string[] | undefined {
  return currencies?.map(({ currency }) => currency);
}

// A value that means two things would be read as the first of them.
function checkMeanings(values: StatusValues = {}, place: string): void {
  const known = new Map<string, string>();
  for (const [meaning, list] of Object.entries(values))
    for (const value of list as readonly string[]) {
      const other = known.get(value);
      if (other !== undefined)
        throw new ConfigurationError(
          `${place}.${meaning}" must not hold a value of "${other}", received ${JSON.stringify(value)}.`,
        );
      known.set(value, meaning);
    }
}

function checkCurrencies(currencies: readonly Currency[], file: string): void {
  for (const [at, { currency, smallest, largest }] of currencies.entries()) {
    if (currencies.findIndex((one) => one.currency === currency) < at)
      throw new ConfigurationError(`${file}: "currencies[${at}]" names ${currency} a second time.`);
    if (largest !== undefined && Number(largest) === 0)
      throw new ConfigurationError(
        `${file}: "currencies[${at}].largest" must be above 0, received "${largest}".`,
      );
    if (smallest !== undefined && largest !== undefined && Number(smallest) > Number(largest))
      throw new ConfigurationError(
        `${file}: "currencies[${at}].smallest" must not be above "largest", received "${smallest}" and "${largest}".`,
      );
  }
}

// Each of these has a key of its own, and what stands there would be contradicted.
const elsewhere: Readonly<Record<string, string>> = table({
  merchant_id: 'merchant',
  account_id: 'merchant',
  encryption_data: 'signing',
  card: 'cards',
  expiration_month: 'cards',
  expiration_year: 'cards',
  security_code: 'cards',
  order_no: 'orderNumbers',
  transaction_id: 'orderNumbers',
});

function checkFixed(fixed: MerchantKnowledge['fixed'] = {}, file: string): void {
  for (const [operation, fields] of Object.entries(fixed)) {
    const documenting =
      operation === '*' ? documentedOperations.map(({ id }) => id) : [operation as DocumentedOperationId];
    checkFields(fields, documenting, `${file}: "fixed.${operation}`);
  }
}

// The value may be an account number.
function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function checkFields(
  fields: FieldValues = {},
  operations: readonly DocumentedOperationId[],
  place: string,
): void {
  const known = new Set(operations.flatMap(documentedNames));
  for (const [name, value] of Object.entries(fields)) {
    const home = elsewhere[name];
    if (home === 'orderNumbers')
      throw new ConfigurationError(`${place}.${name}" identifies orders, so it cannot be fixed.`);
    if (home !== undefined)
      throw new ConfigurationError(`${place}.${name}" is not for this place: "${home}" says it.`);
    if (!known.has(name))
      throw new ConfigurationError(
        `${place}.${name}" is not a documented field.${didYouMean(name, [...known])}`,
      );
    const type = operations.map((one) => otherTypeOf(one, name, value)).find((one) => one !== undefined);
    if (type !== undefined)
      throw new ConfigurationError(`${place}.${name}" must be ${type}, received ${typeOf(value)}.`);
  }
}
