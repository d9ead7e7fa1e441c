import type { Command } from 'commander';
import { mayBeCard } from '../../reports/redact/card-numbers.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { baseUrlOf } from '../../targets/file/target-rules.ts';
import { didYouMean } from '../../targets/nearest.ts';

/** Answers by key, as options give them. */
export type Answers<Key extends string> = { readonly [Name in Key]?: string | undefined };

/** An option of `init`, with its default and its checks. */
export interface AnswerOption<Key extends string> {
  readonly key: Key;
  /** As in the help: `--name <text>`. */
  readonly flags: string;
  readonly text: string;
  /** The default answer, empty if optional; if absent, an answer is required. */
  readonly usual?: string;
  readonly asked?: (so: Answers<Key>) => boolean;
  /** Returns what is wrong with an answer, in a sentence; undefined if it is right. */
  readonly problem?: (answer: string, so: Answers<Key>) => string | undefined;
}

/** Returns the name of an option, such as `--name`. */
export function optionNamed({ flags }: Pick<AnswerOption<string>, 'flags'>): string {
  return flags.replace(/ .*/, '');
}

/** Adds options to a command; their help begins with `before`. */
export function addAnswerOptions(
  command: Command,
  options: readonly AnswerOption<string>[],
  before = '',
): void {
  for (const { flags, text } of options)
    command.option(flags, `${before}${text[0]?.toLowerCase()}${text.slice(1)}`);
}

/** Adds the defaults to the given answers; throws with what is wrong, or with the options that are missing. */
export function completeAnswers<Key extends string>(
  options: readonly AnswerOption<Key>[],
  given: Answers<Key>,
): Record<Key, string> {
  const all: Partial<Record<Key, string>> = {};
  const missing: string[] = [];
  for (const option of options) {
    const { key, usual, asked, problem } = option;
    const answer = asked?.(all) === false ? '' : given[key]?.trim() || usual;
    const wrong = answer === undefined || asked?.(all) === false ? undefined : problem?.(answer, all);
    if (wrong !== undefined) throw new ConfigurationError(`${optionNamed(option)}: ${wrong}`);
    if (answer === undefined) missing.push(optionNamed(option));
    else all[key] = answer;
  }
  if (missing.length > 0)
    throw new ConfigurationError(`init needs ${missing.join(', ')}; add --help for an example.`);
  return all as Record<Key, string>;
}

type Key =
  | ('name' | 'environment' | 'baseUrl' | 'merchant' | 'account' | 'otherAccount' | 'signing')
  | ('fields' | 'keyEnv' | 'module' | 'currencies' | 'allow' | 'cards');

/** The answers for a target file: lists with commas, paths relative to the file, secrets as variable names. */
export type InitAnswers = Readonly<Record<Key, string>>;

/** The answers given as options. */
export type GivenAnswers = Answers<Key>;

/** How encryption_data can be computed. */
const recipeNames = ['none', 'sha256-concat', 'hmac-sha256', 'module'] as const;
const environments = ['sandbox', 'certification', 'production-like'] as const;
const effects = ['reads', 'creates', 'moves-money', 'irreversible'] as const;

/** Returns the items of a comma-separated list. */
export function listOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

function notOneOf(words: readonly string[]): (answer: string) => string | undefined {
  return (answer) =>
    words.includes(answer)
      ? undefined
      : `"${answer}" must be one of ${words.join(', ')}.${didYouMean(answer, words)}`;
}

function addressProblem(answer: string): string | undefined {
  try {
    const address = baseUrlOf(answer, 'The address');
    return /\/v1$/.test(address)
      ? 'The paths of the interface begin with /v1 themselves: leave /v1 out.'
      : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function currencyProblem(answer: string): string | undefined {
  const known = Intl.supportedValuesOf('currency');
  const wrong = listOf(answer).find((code) => !known.includes(code));
  return wrong === undefined
    ? undefined
    : `"${wrong}" is not a currency code such as EUR.${didYouMean(wrong, known)}`;
}

/** Returns why an answer looks like a card number, which must not get into files; the answer is not repeated. */
export function cardProblem(answer: string): string | undefined {
  const digits = answer.replaceAll(/(?<=\d)[ ./_-]+(?=\d)/g, '').match(/\d+/g) ?? [];
  const isNumber = /^[\d ./_-]{12,}(?:\.json)?$/.test(answer);
  return isNumber || digits.some((some) => mayBeCard(some))
    ? 'That looks like a card number, which does not belong here; it is not kept.'
    : undefined;
}

const oneWord = (answer: string) => (/\s/.test(answer) ? `"${answer}" has a blank in it.` : undefined);

/** What a target file is made of, in order. */
export const targetOptions: readonly AnswerOption<Key>[] = [
  {
    key: 'name',
    flags: '--name <text>',
    text: 'Name of the target in the reports',
    usual: 'Our sandbox',
    problem: cardProblem,
  },
  {
    key: 'environment',
    flags: '--environment <kind>',
    text: `What it is: ${environments.join(', ')}`,
    usual: 'sandbox',
    problem: notOneOf(environments),
  },
  {
    key: 'baseUrl',
    flags: '--base-url <address>',
    text: 'Base address, for example https://sandbox.example.com/gateway',
    problem: addressProblem,
  },
  { key: 'merchant', flags: '--merchant <id>', text: 'merchant_id', problem: oneWord },
  { key: 'account', flags: '--account <id>', text: 'account_id', problem: oneWord },
  {
    key: 'otherAccount',
    flags: '--other-account <id>',
    text: 'Second account_id of the merchant, to test that accounts are kept apart',
    usual: '',
    problem: (answer, { account }) =>
      answer === account ? 'It must differ from the first.' : oneWord(answer),
  },
  {
    key: 'signing',
    flags: '--signing <recipe>',
    text: `How encryption_data is computed; your provider tells you: ${recipeNames.slice(1).join(', ')} or none`,
    usual: 'none',
    problem: notOneOf(recipeNames),
  },
  {
    key: 'fields',
    flags: '--fields <names>',
    text: 'Fields that sha256-concat joins before the key, in order, comma separated',
    usual: 'merchant_id,account_id,order_no,currency,amount',
    asked: ({ signing }) => signing === 'sha256-concat',
  },
  {
    key: 'keyEnv',
    flags: '--key-env <variable>',
    text: 'Environment variable that holds the signing key (never the key itself)',
    usual: 'SANDBOX_SIGNING_KEY',
    asked: ({ signing }) => signing === 'sha256-concat' || signing === 'hmac-sha256',
    problem: (answer) =>
      /^[A-Za-z_]\w*$/.test(answer) ? undefined : 'The name of a variable has only letters, digits and _.',
  },
  {
    key: 'module',
    flags: '--module <file>',
    text: 'File that exports sign(body, operation), relative to the target file',
    usual: 'sign.mjs',
    asked: ({ signing }) => signing === 'module',
    problem: cardProblem,
  },
  {
    key: 'currencies',
    flags: '--currencies <codes>',
    text: 'Currencies that the account takes, comma separated (nothing: any)',
    usual: '',
    problem: currencyProblem,
  },
  {
    key: 'allow',
    flags: '--allow <effects>',
    text: `What the suite may do there, comma separated: ${effects.join(', ')} (cancels and pays out: nothing undoes it)`,
    usual: 'reads',
    problem: (answer) =>
      listOf(answer)
        .map(notOneOf(effects))
        .find((wrong) => wrong !== undefined),
  },
  {
    key: 'cards',
    flags: '--cards <file>',
    text: "Name of a JSON file for the operator's test cards, next to the target file (never a number)",
    usual: '',
    problem: (file, { allow = '' }) =>
      file === '' && listOf(allow).includes('moves-money')
        ? 'Money moves only with test cards of the operator: give their file.'
        : cardProblem(file),
  },
];
