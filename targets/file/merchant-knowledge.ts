import { requestSchema } from '../../schemas/contract.ts';
import type { Statuses, StatusValues } from '../../schemas/history/states.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import { table } from '../../schemas/table.ts';
import type { DocumentedOperationId, FieldValues, JsonObject, JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { didYouMean } from '../nearest.ts';
import { typeWords } from './target-breach.ts';
import type { Currency, TargetFile } from './target-file.ts';

type OrderNumbers = NonNullable<TargetFile['orderNumbers']>;

/** Fewest characters after the prefix: fewer do not tell the orders of many runs apart. */
const leastRoom = 10;
const leastCharacters = 10;

const printable = Array.from({ length: 95 }, (_none, at) => String.fromCharCode(32 + at));

/** The characters of a target file's alphabet, in ascending order of code; letters, digits and hyphens without one. */
export function charactersOf({ alphabet = 'A-Za-z0-9-' }: OrderNumbers): readonly string[] {
  const member = new RegExp(`^[${alphabet}]$`);
  return printable.filter((character) => member.test(character));
}

/** Throws `ConfigurationError` for an alphabet that is none, and for rules that leave too few order numbers. */
function checkOrderNumbers(rules: OrderNumbers, file: string): void {
  const complain = (key: string, text: string): never => {
    throw new ConfigurationError(`${file}: "orderNumbers.${key}" ${text}.`);
  };
  const { alphabet, prefix = '', longest } = rules;
  let characters: readonly string[] = [];
  try {
    characters = charactersOf(rules);
  } catch {
    complain(
      'alphabet',
      `must be characters and ranges such as A-Za-z0-9, found ${JSON.stringify(alphabet)}`,
    );
  }
  if (characters.length < leastCharacters)
    complain(
      'alphabet',
      `must hold at least ${leastCharacters} printable characters, found ${JSON.stringify(alphabet)}`,
    );
  const foreign = [...prefix].find((character) => !characters.includes(character));
  if (foreign !== undefined)
    complain('prefix', `must be written in the alphabet, found ${JSON.stringify(prefix)}`);
  if (longest !== undefined && longest - prefix.length < leastRoom)
    complain('longest', `must leave ${leastRoom} characters after the prefix, found ${longest}`);
}

/** Throws `ConfigurationError` for what a target file says of the merchant's account that cannot be. */
export function checkKnowledge(raw: TargetFile, file: string): void {
  const { fixed, orderNumbers, statuses = {}, apmMethods = [], payouts = [] } = raw;
  checkCurrencies(currenciesOf(raw) ?? [], file);
  if (orderNumbers !== undefined) checkOrderNumbers(orderNumbers, file);
  checkFixed(fixed, file);
  for (const [operation, values] of Object.entries(statuses)) {
    const place = `${file}: "statuses.${operation}`;
    const { result_info, payment_status, ...own } = values as NonNullable<Statuses['direct-payment']>;
    checkMeanings(own, place);
    checkMeanings(result_info, `${place}.result_info`);
    checkMeanings(payment_status, `${place}.payment_status`);
  }
  for (const [at, { fields }] of apmMethods.entries())
    checkFields(fields, ['apm-payment'], `${file}: "apmMethods[${at}].fields`);
  for (const [at, { fields }] of payouts.entries())
    checkFields(fields, ['payout'], `${file}: "payouts[${at}].fields`);
}

/** The currencies that a target file names, each with the bounds of its amounts; undefined when it names none. */
export function currenciesOf({
  currencies,
}: Pick<TargetFile, 'currencies'>): readonly Currency[] | undefined {
  return currencies?.map((one) => (typeof one === 'string' ? { currency: one } : one));
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
          `${place}.${meaning}" must not hold a value of "${other}", found ${JSON.stringify(value)}.`,
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
        `${file}: "currencies[${at}].largest" must be above 0, found "${largest}".`,
      );
    if (smallest !== undefined && largest !== undefined && Number(smallest) > Number(largest))
      throw new ConfigurationError(
        `${file}: "currencies[${at}].smallest" must not be above "largest", found "${smallest}" and "${largest}".`,
      );
  }
}

// Each of these has its own key, and what is there would be contradicted.
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

function checkFixed(fixed: TargetFile['fixed'] = {}, file: string): void {
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
      throw new ConfigurationError(
        `${place}.${name}" must be ${typeWords([type])}, found ${typeWords([typeOf(value)])}.`,
      );
  }
}

/** The schemas of the values that an operation's request documents, by name, dotted as a target file writes them; a batch names the fields of its entries. */
function documentedValues(operation: DocumentedOperationId): readonly (readonly [string, JsonObject])[] {
  const { batch } = operationOf(operation);
  return placesOf(requestSchema(operation))
    .filter(({ schema }) => schema.properties === undefined && schema.type !== 'array')
    .map(({ steps, schema }) => {
      const own = batch !== undefined && steps[0] === batch.field ? steps.slice(2) : steps;
      return [own.filter((step) => step !== '[]').join('.'), schema] as const;
    })
    .filter(([name]) => name !== '');
}

/** Names of the values that an operation's request documents, dotted as a target file writes them; a batch names the fields of its entries. */
export function documentedNames(operation: DocumentedOperationId): readonly string[] {
  return documentedValues(operation).map(([name]) => name);
}

/** The type that an operation documents for a value, where the given one has another; undefined where it fits or nothing is said. */
function otherTypeOf(operation: DocumentedOperationId, name: string, value: JsonValue): string | undefined {
  const type = documentedValues(operation).find(([own]) => own === name)?.[1].type;
  if (typeof type !== 'string') return undefined;
  const fits = type === 'integer' ? Number.isInteger(value) : typeof value === type;
  return fits ? undefined : type;
}
