import { ConfigurationError } from './configuration-error.ts';
import type { MerchantKnowledge } from './target-file.ts';

type OrderNumbers = NonNullable<MerchantKnowledge['orderNumbers']>;

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
export function checkOrderNumbers(rules: OrderNumbers, file: string): void {
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
      `must be characters and ranges such as A-Za-z0-9, received ${JSON.stringify(alphabet)}`,
    );
  }
  if (characters.length < leastCharacters)
    complain(
      'alphabet',
      `must hold at least ${leastCharacters} printable characters, received ${JSON.stringify(alphabet)}`,
    );
  const foreign = [...prefix].find((character) => !characters.includes(character));
  if (foreign !== undefined)
    complain('prefix', `must be written in the alphabet, received ${JSON.stringify(prefix)}`);
  if (longest !== undefined && longest - prefix.length < leastRoom)
    complain('longest', `must leave ${leastRoom} characters after the prefix, received ${longest}`);
}
