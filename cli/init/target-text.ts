import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { operationsInScope, wholeChoices } from '../../reports/run/choices.ts';
import { type RunNeeds, wholeRunNeeds } from '../../reports/statement/gaps.ts';
import { type Certification, certificationRuns } from '../../schemas/certification.ts';
import { defined } from '../../schemas/defined.ts';
import { table } from '../../schemas/table.ts';
import { type Effect, operationIds } from '../../schemas/types.ts';
import { isDay } from '../../targets/clock.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { checkTargetFile, readTargetFile } from '../../targets/file/target-file.ts';
import { baseUrlOf } from '../../targets/file/target-rules.ts';
import { schemaPath } from '../package-root.ts';
import { writeGivenFile, writeNewFile } from '../write-given-file.ts';
import {
  type AnswerOption,
  type Answers,
  cardProblem,
  completeAnswers,
  type InitAnswers,
  listOf,
  optionNamed,
} from './given-answers.ts';

const stated = {
  productName: ['--product-name <text>', 'Name of the product that is certified'],
  productVersion: ['--product-version <text>', 'Its version or build'],
  productEnvironment: [
    '--product-environment <text>',
    'Where it runs, for example the name of the test system',
  ],
  vendor: ['--vendor <text>', 'Who makes or operates it'],
  testerName: ['--tester-name <text>', 'Name of the tester'],
  organisation: ['--organisation <text>', 'Organisation or laboratory of the tester'],
  accreditation: ['--accreditation <text>', 'Accreditation, with its number and who granted it'],
  purpose: ['--purpose <text>', 'What the certificate is for'],
  validUntil: ['--valid-until <day>', 'Last day of validity, as in 2027-12-31'],
  contact: ['--contact <text>', 'Where a reader may ask; it is printed, so name an office'],
} as const;

type Key = keyof typeof stated;

/** The answers about a certification. */
export type CertificationAnswers = Answers<Key>;

/** What a certification file is made of, in order; what is not given is left out. */
export const certificationOptions = (Object.keys(stated) as Key[]).map((key): AnswerOption<Key> => {
  const [flags, text] = stated[key];
  return { key, flags, text, usual: '', problem: (answer) => problemOf(key, answer) };
});

function problemOf(key: Key, answer: string): string | undefined {
  if (answer === '') return undefined;
  if (key === 'validUntil' && !isDay(answer))
    return `It must be a real date, as in 2027-12-31, found "${answer}".`;
  const card = cardProblem(answer);
  if (card !== undefined) return card;
  return answer.length > 200 || /[\r\n]/.test(answer)
    ? 'It must be one line of at most 200 characters.'
    : undefined;
}

function orUndefined<Part extends object>(part: Part): Part | undefined {
  return Object.keys(part).length === 0 ? undefined : part;
}

function certificationOf(answers: CertificationAnswers): Certification {
  const { productName, productVersion, productEnvironment, testerName, organisation, accreditation } =
    answers;
  const { vendor, purpose, validUntil, contact } = answers;
  const product = defined({ name: productName, version: productVersion, environment: productEnvironment });
  const tester = defined({ name: testerName, organisation, accreditation });
  return defined({
    tester: orUndefined(tester),
    vendor,
    product: orUndefined(product),
    purpose,
    validUntil,
    contact,
  });
}

/** Returns the content of a certification file; throws without any option about it. */
export function completeCertification(said: CertificationAnswers): Certification {
  const answers = completeAnswers(certificationOptions, said);
  const given = Object.entries(answers).filter(([, answer]) => answer !== '');
  if (given.length === 0)
    throw new ConfigurationError(
      `init --certification needs one or more of ${certificationOptions.map(optionNamed).join(', ')}.`,
    );
  return certificationOf(Object.fromEntries(given));
}

/** Returns a target file that names its certification file, with layout and comments kept. */
function withCertification(text: string, name: string): string {
  const edits = modify(text, ['certification'], `./${name}`, {
    formattingOptions: { insertSpaces: true, tabSize: 2 },
  });
  return applyEdits(text, edits);
}

/** Returns the path of the certification file next to a target file; throws if it exists. */
export function newCertificationFile(target: string): string {
  const name = `${basename(target).replace(/(?:\.target)?\.json$/, '')}.certification.json`;
  const file = join(dirname(resolve(target)), name);
  if (existsSync(file)) throw new ConfigurationError(`${file} exists already; nothing was changed.`);
  return file;
}

/** Writes a certification file next to a target file and names it there; returns the lines to print. */
export function addCertification(target: string, certification: Certification): readonly string[] {
  readTargetFile(target);
  const file = newCertificationFile(target);
  writeNewFile(file, `${JSON.stringify(certification, null, 2)}\n`);
  writeGivenFile(target, withCertification(readFileSync(target, 'utf8'), basename(file)));
  return [
    `Wrote ${file}, and named it in ${target} under "certification".`,
    'Whatever it leaves out, the certificate calls "not stated"; it may hold tester, vendor, product, purpose, validUntil, contact.',
  ];
}

const recipes: Readonly<Record<string, (answers: InitAnswers) => object>> = table({
  none: () => ({ recipe: 'none' }),
  'sha256-concat': ({ fields, keyEnv }) => ({
    recipe: 'sha256-concat',
    fields: listOf(fields),
    key: { env: keyEnv },
  }),
  'hmac-sha256': ({ keyEnv }) => ({ recipe: 'hmac-sha256', key: { env: keyEnv } }),
  module: ({ module }) => ({ recipe: 'module', module }),
});

/** The largest amount per request in a new target file. */
const amountPerRequest = 5;

/** The lowest limits of a new target file. */
const least = { requests: 200, amountTotal: 100 } as const;

/** Returns the limits that a full run of default depth needs with these effects. */
export function needsOf(allow: string): Required<RunNeeds> {
  const effects = listOf(allow) as readonly Effect[];
  // Read-only runs have no orders to ask about.
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

/** Returns a new target file with limits that suit its effects; throws if it does not fit the schema. */
export function targetText(file: string, answers: InitAnswers): string {
  const { name, environment, merchant, account, otherAccount, currencies, allow, cards } = answers;
  const codes = listOf(currencies);
  const needs = needsOf(allow);
  const schema = schemaPath(file, 'targets', 'target.schema.json');
  const text = `${JSON.stringify(
    {
      ...defined({ $schema: schema }),
      name,
      environment,
      baseUrl: baseUrlOf(answers.baseUrl, '--base-url'),
      merchant: {
        merchant_id: merchant,
        account_id: account,
        ...(otherAccount === '' ? {} : { otherAccountId: otherAccount }),
      },
      signing: recipes[answers.signing]?.(answers),
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
  checkTargetFile(JSON.parse(text), file);
  return text;
}
