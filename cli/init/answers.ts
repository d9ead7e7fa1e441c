import { ConfigurationError } from '../../targets/configuration-error.ts';
import type { Ask } from '../terminal-ask.ts';

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
}

/** Some of the answers, as flags give them. */
export type GivenAnswers = { readonly [Key in keyof InitAnswers]?: string | undefined };

/** One question: its flag, what it asks, what stands when nothing is answered, and when it is asked at all. */
interface Question {
  readonly key: keyof InitAnswers;
  readonly flag: string;
  readonly text: string;
  readonly usual?: string;
  readonly asked?: (so: GivenAnswers) => boolean;
}

const questions: readonly Question[] = [
  { key: 'name', flag: '--name', text: 'Name of the target in the reports', usual: 'Our sandbox' },
  {
    key: 'environment',
    flag: '--environment',
    text: 'What it is: sandbox, certification or production-like',
    usual: 'sandbox',
  },
  {
    key: 'baseUrl',
    flag: '--base-url',
    text: 'Base address, for example https://sandbox.example.com/gateway',
  },
  { key: 'merchant', flag: '--merchant', text: 'merchant_id' },
  { key: 'account', flag: '--account', text: 'account_id' },
  {
    key: 'signing',
    flag: '--signing',
    text: 'How encryption_data is made: sha256-concat, hmac-sha256, module or none (your provider says it)',
    usual: 'none',
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
  },
  {
    key: 'module',
    flag: '--module',
    text: 'File that exports sign(body, operation), relative to the target file',
    usual: 'sign.mjs',
    asked: ({ signing }) => signing === 'module',
  },
];

/** Completes the answers: by asking where somebody answers, else by what is usual; throws naming the flags that are missing. */
export async function completeAnswers(given: GivenAnswers, ask?: Ask): Promise<InitAnswers> {
  const answers: Record<string, string> = {};
  const missing: string[] = [];
  for (const { key, flag, text, usual, asked } of questions) {
    if (asked !== undefined && !asked(answers)) {
      answers[key] = '';
      continue;
    }
    const hint = usual === undefined ? '' : ` [${usual}]`;
    const answer = given[key] ?? (ask === undefined ? undefined : (await ask(`${text}${hint}: `)).trim());
    const settled = answer === undefined || answer === '' ? usual : answer;
    if (settled === undefined) missing.push(flag);
    else answers[key] = settled;
  }
  if (missing.length > 0) {
    throw new ConfigurationError(
      `init needs ${missing.join(', ')} where nobody can be asked; add --help for an example.`,
    );
  }
  return answers as unknown as InitAnswers;
}
