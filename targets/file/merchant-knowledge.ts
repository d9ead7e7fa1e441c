import { requestSchema } from '../../schemas/contract.ts';
import { operationOf } from '../../schemas/operations.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Currency, TargetFile } from './target-keys.ts';

type OrderNumbers = NonNullable<TargetFile['orderNumbers']>;

const printable = Array.from({ length: 95 }, (_none, at) => String.fromCharCode(32 + at));

/** The characters of a target file's alphabet in order of code; by default letters, digits and hyphens. */
export function charactersOf({ alphabet = 'A-Za-z0-9-' }: OrderNumbers): readonly string[] {
  const member = new RegExp(`^[${alphabet}]$`);
  return printable.filter((character) => member.test(character));
}

/** The currencies of a target file with the bounds of their amounts; undefined if it names none. */
export function currenciesOf({
  currencies,
}: Pick<TargetFile, 'currencies'>): readonly Currency[] | undefined {
  return currencies?.map((one) => (typeof one === 'string' ? { currency: one } : one));
}

/** The currency codes of a target; undefined if it accepts any. */
export function currencyCodes({
  currencies,
}: {
  readonly currencies?: readonly Currency[];
}): readonly string[] | undefined {
  return currencies?.map(({ currency }) => currency);
}

/** The schemas of an operation's request values by dotted name; those of a batch are fields of its entries. */
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

/** Dotted names of the request values of an operation; those of a batch are fields of its entries. */
export function documentedNames(operation: DocumentedOperationId): readonly string[] {
  return documentedValues(operation).map(([name]) => name);
}

/** The documented type of a value; undefined if the document states none. */
export function documentedType(operation: DocumentedOperationId, name: string): string | undefined {
  const type = documentedValues(operation).find(([own]) => own === name)?.[1].type;
  return typeof type === 'string' ? type : undefined;
}
