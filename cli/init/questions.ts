import { mayBeCard } from '../../reports/redact/card-numbers.ts';
import { baseUrlOf } from '../../targets/file/target-rules.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { placeOf, whyUnreachable } from '../../targets/transport/route.ts';
import { type Answers, type Ask, completeAnswers, optionNamed, type Question } from '../terminal-ask.ts';

type Key =
  | ('name' | 'environment' | 'baseUrl' | 'merchant' | 'account' | 'otherAccount' | 'signing')
  | ('fields' | 'keyEnv' | 'module' | 'currencies' | 'allow' | 'cards');

/** The answers for a target file: lists with commas, paths relative to the file, secrets as variable names. */
export type InitAnswers = Readonly<Record<Key, string>>;

/** The answers given as options. */
export type GivenAnswers = Answers<Key>;

/** Connection timeout in milliseconds. */
const patience = 5_000;

/** Returns why an address does not accept connections, if so; a connection is made, but nothing is sent. */
async function whyNoConnection(address: string): Promise<string | undefined> {
  const { host, port } = placeOf(address);
  // Plain HTTP, since trust is asked about later.
  const plain = `http://${new URL(address).hostname}:${port}`;
  const why = await whyUnreachable(plain, { tls: { verify: true } }, patience);
  return why && `Nothing answers at ${host}, port ${port} (${why}).`;
}

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

/** The questions for a target file, in order. */
export const targetQuestions: readonly Question<Key>[] = [
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
    doubt: whyNoConnection,
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
    offered: ({ allow = '' }) => (listOf(allow).includes('moves-money') ? 'cards.json' : undefined),
    problem: (file, { allow = '' }) =>
      file === '' && listOf(allow).includes('moves-money')
        ? 'Money moves only with test cards of the operator: give their file.'
        : cardProblem(file),
  },
];

/** The answers before the user stopped, kept by the caller. */
export type KeptAnswers = Partial<Record<Key, string>>;

/** Returns the command-line options that repeat the answers. */
export function answerOptions(kept: KeptAnswers): readonly string[] {
  return targetQuestions.flatMap((question) => {
    const answer = kept[question.key];
    return answer === undefined || answer === '' || answer === question.usual
      ? []
      : [optionNamed(question), answer];
  });
}

/** Asks for the missing answers of a target file. */
export function initAnswers(given: GivenAnswers, ask?: Ask, kept?: KeptAnswers): Promise<InitAnswers> {
  return completeAnswers('init', targetQuestions, given, ask, kept);
}
