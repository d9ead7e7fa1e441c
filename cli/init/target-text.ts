import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { given } from '../../schemas/given.ts';
import { baseUrlOf } from '../../targets/base-url.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readTargetFile } from '../../targets/target-file.ts';
import { schemaPath } from '../schema-path.ts';
import { makeTemporary } from '../temporary-folder.ts';
import { listOf } from './questions.ts';
import type { InitAnswers } from './target-answers.ts';

const recipes = {
  none: () => ({ recipe: 'none' }),
  'sha256-concat': ({ fields, keyEnv }: InitAnswers) => ({
    recipe: 'sha256-concat',
    fields: listOf(fields),
    key: { env: keyEnv },
  }),
  'hmac-sha256': ({ keyEnv }: InitAnswers) => ({ recipe: 'hmac-sha256', key: { env: keyEnv } }),
  module: ({ module }: InitAnswers) => ({ recipe: 'module', module }),
} as const;

function signingOf(answers: InitAnswers): object {
  const { signing } = answers;
  if (!(signing in recipes)) {
    throw new ConfigurationError(
      `--signing must be one of ${Object.keys(recipes).join(', ')}, received ${JSON.stringify(signing)}.`,
    );
  }
  return recipes[signing as keyof typeof recipes](answers);
}

/** The text of a careful target file: only reads, few requests, small sums; throws one line when the schema does not take it. */
export function targetText(file: string, answers: InitAnswers): string {
  const { name, environment, merchant, account, otherAccount, currencies, allow, cards } = answers;
  const codes = listOf(currencies);
  const schema = schemaPath(file, 'targets', 'target.schema.json');
  const text = `${JSON.stringify(
    {
      ...given({ $schema: schema }),
      name,
      environment,
      baseUrl: baseUrlOf(answers.baseUrl, '--base-url'),
      merchant: {
        merchant_id: merchant,
        account_id: account,
        ...(otherAccount === '' ? {} : { otherAccountId: otherAccount }),
      },
      signing: signingOf(answers),
      allow: listOf(allow),
      ...(cards === '' ? {} : { cards: { file: cards } }),
      ...(codes.length === 0 ? {} : { currencies: codes }),
      limits: {
        timeoutMs: 30_000,
        requests: 200,
        requestsPerSecond: 2,
        amountPerRequest: '5.00',
        amountTotal: '100.00',
        concurrent: 2,
      },
    },
    null,
    2,
  )}\n`;
  check(file, text);
  return text;
}

// The same check that every command makes of a target file, before anything is written where it is to stand.
function check(file: string, text: string): void {
  const folder = makeTemporary('init');
  const trial = join(folder, basename(file));
  try {
    writeFileSync(trial, text);
    readTargetFile(trial);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(error.message.replace(trial, file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
