import { mayBeCard } from '../../reports/redact/card-numbers.ts';
import { baseUrlOf } from '../../targets/file/base-url.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { placeOf, whyUnreachable } from '../../targets/transport/route.ts';
import { type Answers, type Ask, completeAnswers, type Question } from '../terminal-ask.ts';

/** What a target file is written from; every secret only by the name of its variable. */
export interface InitAnswers {
  readonly name: string;
  readonly environment: string;
  readonly baseUrl: string;
  readonly merchant: string;
  readonly account: string;
  readonly signing: string;
  /** Names of the signed fields in order, comma separated; for sha256-concat. */
  readonly fields: string;
  /** Environment variable of the signing key. */
  readonly keyEnv: string;
  /** Path of a signing module, relative to the target file. */
  readonly module: string;
  /** Another account of the merchant; empty for none. */
  readonly otherAccount: string;
  /** Codes, comma separated; empty for any. */
  readonly currencies: string;
  /** Effects, comma separated. */
  readonly allow: string;
  /** Path of a JSON file of test cards, relative to the target file; empty for none. */
  readonly cards: string;
}

/** Some of the answers, as flags give them. */
export type GivenAnswers = Answers<keyof InitAnswers>;

/** Longest time that a connection may take, in milliseconds. */
const patience = 5_000;

/** Why no service answers at an address, in one sentence; a connection is made and closed, and nothing is sent. */
async function whyNobody(address: string): Promise<string | undefined> {
  const { host, port } = placeOf(address);
  // Whom to trust is asked later.
  const plain = `http://${new URL(address).hostname}:${port}`;
  const why = await whyUnreachable(plain, { tls: { verify: true } }, patience);
  return why && `Nothing answers at ${host}, port ${port} (${why}).`;
}

/** How encryption_data can be made. */
const recipeNames = ['none', 'sha256-concat', 'hmac-sha256', 'module'] as const;
const environments = ['sandbox', 'certification', 'production-like'] as const;
const effects = ['reads', 'creates', 'moves-money', 'irreversible'] as const;

/** The words of a list that is written with commas. */
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

/** Why an answer must not be kept: a card number ends up in files, on screens and in repositories. The answer is not repeated. */
export function cardProblem(answer: string): string | undefined {
  const digits = answer.replaceAll(/(?<=\d)[ ./_-]+(?=\d)/g, '').match(/\d+/g) ?? [];
  const isNumber = /^[\d ./_-]{12,}(?:\.json)?$/.test(answer);
  return isNumber || digits.some((some) => mayBeCard(some))
    ? 'That looks like a card number, which does not belong here; it is not kept.'
    : undefined;
}

const oneWord = (answer: string) => (/\s/.test(answer) ? `"${answer}" has a blank in it.` : undefined);

/** The questions in the order in which they are asked. */
const questions: readonly Question<keyof InitAnswers>[] = [
  {
    key: 'name',
    flag: '--name',
    text: 'Name of the target in the reports',
    usual: 'Our sandbox',
    problem: cardProblem,
  },
  {
    key: 'environment',
    flag: '--environment',
    text: `What it is: ${environments.join(', ')}`,
    usual: 'sandbox',
    problem: notOneOf(environments),
  },
  {
    key: 'baseUrl',
    flag: '--base-url',
    text: 'Base address, for example https://sandbox.example.com/gateway',
    problem: addressProblem,
    doubt: whyNobody,
  },
  { key: 'merchant', flag: '--merchant', text: 'merchant_id', problem: oneWord },
  { key: 'account', flag: '--account', text: 'account_id', problem: oneWord },
  {
    key: 'otherAccount',
    flag: '--other-account',
    text: 'Second account_id of the merchant, to test that accounts are kept apart',
    usual: '',
    problem: (answer, { account }) =>
      answer === account ? 'It must differ from the first.' : oneWord(answer),
  },
  {
    key: 'signing',
    flag: '--signing',
    text: `How is encryption_data computed? Your provider tells you: ${recipeNames.slice(1).join(', ')} or none`,
    usual: 'none',
    problem: notOneOf(recipeNames),
  },
  {
    key: 'fields',
    flag: '--fields',
    text: 'Fields that are joined before the key, in order',
    usual: 'merchant_id,account_id,order_no,currency,amount',
    asked: ({ signing }) => signing === 'sha256-concat',
  },
  {
    key: 'keyEnv',
    flag: '--key-env',
    text: 'Environment variable that holds the signing key (never the key itself)',
    usual: 'SANDBOX_SIGNING_KEY',
    asked: ({ signing }) => signing === 'sha256-concat' || signing === 'hmac-sha256',
    problem: (answer) =>
      /^[A-Za-z_]\w*$/.test(answer) ? undefined : 'The name of a variable has only letters, digits and _.',
  },
  {
    key: 'module',
    flag: '--module',
    text: 'File that exports sign(body, operation), relative to the target file',
    usual: 'sign.mjs',
    asked: ({ signing }) => signing === 'module',
    problem: cardProblem,
  },
  {
    key: 'currencies',
    flag: '--currencies',
    text: 'Currencies that the account takes, comma separated (nothing: any)',
    usual: '',
    problem: currencyProblem,
  },
  {
    key: 'allow',
    flag: '--allow',
    text: `What may the suite do there, comma separated: ${effects.join(', ')}`,
    usual: 'reads',
    problem: (answer) =>
      listOf(answer)
        .map(notOneOf(effects))
        .find((wrong) => wrong !== undefined),
  },
  {
    key: 'cards',
    flag: '--cards',
    text: "Name of a JSON file for the operator's test cards, next to the target file (never a number)",
    usual: '',
    offered: ({ allow = '' }) => (listOf(allow).includes('moves-money') ? 'cards.json' : undefined),
    problem: (file, { allow = '' }) =>
      file === '' && listOf(allow).includes('moves-money')
        ? 'Money moves only with test cards of the operator: give their file.'
        : cardProblem(file),
  },
];

/** What was answered before the user stopped; the caller keeps it. */
export type KeptAnswers = Partial<Record<keyof InitAnswers, string>>;

/** The words of a command line that say again what was answered. */
export function answeredWords(kept: KeptAnswers): readonly string[] {
  return questions.flatMap(({ key, flag, usual }) => {
    const answer = kept[key];
    return answer === undefined || answer === '' || answer === usual ? [] : [flag, answer];
  });
}

/** Completes the answers of a target file. */
export function initAnswers(given: GivenAnswers, ask?: Ask, kept?: KeptAnswers): Promise<InitAnswers> {
  return completeAnswers('init', questions, given, ask, kept);
}
