import { requestSchema } from '../../schemas/contract.ts';
import { operationOf } from '../../schemas/operations.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Currency, TargetFile } from './target-keys.ts';

type OrderNumbers = NonNullable<TargetFile['orderNumbers']>;

const printable = Array.from({ length: 95 }, (_none, at) => String.fromCharCode(32 + at));

/** The characters of a target file's alphabet, in ascending order of code; letters, digits and hyphens without one. */
export function charactersOf({ alphabet = 'A-Za-z0-9-' }: OrderNumbers): readonly string[] {
  const member = new RegExp(`^[${alphabet}]$`);
  return printable.filter((character) => member.test(character));
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

/** The type that an operation documents for a value; undefined where nothing is said. */
export function documentedType(operation: DocumentedOperationId, name: string): string | undefined {
  const type = documentedValues(operation).find(([own]) => own === name)?.[1].type;
  return typeof type === 'string' ? type : undefined;
}
