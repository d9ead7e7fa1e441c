import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { operationsInScope, wholeChoices } from '../../reports/run/choices.ts';
import { type RunNeeds, wholeRunNeeds } from '../../reports/statement/run-needs.ts';
import { certificationRuns } from '../../schemas/certification.ts';
import { given } from '../../schemas/given.ts';
import { type Effect, operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { baseUrlOf } from '../../targets/file/base-url.ts';
import { readTargetFile } from '../../targets/file/target-file.ts';
import { schemaPath } from '../after/schema-path.ts';
import { makeTemporary, removeFolder } from '../temporary-folder.ts';
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
      `--signing must be one of ${Object.keys(recipes).join(', ')}, found ${JSON.stringify(signing)}.`,
    );
  }
  return recipes[signing as keyof typeof recipes](answers);
}

/** The largest amount that one request may name in a new target file. */
const amountPerRequest = 5;

/** Bounds that no new target file goes below. */
const least = { requests: 200, amountTotal: 100 } as const;

/** What a whole run with the default depth needs of the limits where these effects are allowed. */
export function needsOf(allow: string): Required<RunNeeds> {
  const effects = listOf(allow) as readonly Effect[];
  // Without orders there is little to ask for.
  if (effects.every((effect) => effect === 'reads')) return least;
  const { requests, amountTotal = 0 } = wholeRunNeeds(
    operationsInScope({
      capabilities: {},
      selected: operationIds,
      choices: { ...wholeChoices, allow: effects },
    }),
    { runs: certificationRuns, amountPerRequest },
  );
  return {
    requests: Math.max(requests, least.requests),
    amountTotal: Math.max(amountTotal, least.amountTotal),
  };
}

/** The text of a new target file, whose limits suit what it allows; throws one line when the schema does not take it. */
export function targetText(file: string, answers: InitAnswers): string {
  const { name, environment, merchant, account, otherAccount, currencies, allow, cards } = answers;
  const codes = listOf(currencies);
  const needs = needsOf(allow);
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
        requests: needs.requests,
        requestsPerSecond: 2,
        amountPerRequest: amountPerRequest.toFixed(2),
        amountTotal: needs.amountTotal.toFixed(2),
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
    removeFolder(folder);
  }
}
