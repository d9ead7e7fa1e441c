import { readFileSync } from 'node:fs';
import { defaultContext, type MakeContext, publishedCards } from '../../generators/context.ts';
import {
  type CoveringPlan,
  coveringPlan,
  structureClasses,
  unknownBatchPlan,
} from '../../generators/covering.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { situationOf } from '../../generators/situations.ts';
import { validRequest } from '../../generators/valid.ts';
import { bodyClasses, type ClassGroup, classGroups, textClasses } from '../../generators/value-classes.ts';
import { shellWord } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { classOfSize } from '../../schemas/history/sent.ts';
import { groupedBy } from '../../schemas/json.ts';
import { encodingOfType, operationOf } from '../../schemas/operations.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { DocumentedOperationId, Encoding, JsonObject, OperationId } from '../../schemas/types.ts';
import { dayOf } from '../../targets/clock.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { type EncodedBody, encodeRequest } from '../../targets/sending/wire-request.ts';
import { targetFileIn } from '../../targets/settings.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import { practiceKey } from '../embedded.ts';
import { type Kind, kinds, listCases } from '../explore/cases.ts';
import {
  documentedOperation,
  oneOf,
  printToStderr,
  refuseUnused,
  type TargetChoice,
  targetNamed,
  unnamedLine,
  wholeNumber,
} from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

// The shown value of a header is a shell variable or a file that the shell reads.
function shellValue(shown: string): string | undefined {
  const variable = /^\$([A-Za-z_]\w*)$/.exec(shown)?.[1];
  if (variable !== undefined) return `\${${variable}}`;
  const file = /^\$\(cat (.+)\)$/.exec(shown)?.[1];
  return file === undefined ? undefined : `$(cat ${shellWord(file)})`;
}

/** Returns the headers of a target as curl options; secrets are named by variable or file. */
export function shownHeaders({ headers }: Pick<Target, 'headers'>): readonly string[] {
  return Object.entries(headers).map(([name, { shown }]) => {
    const value = shellValue(shown);
    return value === undefined ? `-H ${shellWord(`${name}: ${shown}`)}` : `-H "${name}: ${value}"`;
  });
}

const others: readonly ClassGroup[] = [
  { kind: 'Objects and arrays', classes: structureClasses },
  {
    kind: 'Numbers of entries of a batch',
    classes: [
      { id: `${classOfSize(1)} …`, sentence: 'Each number of entries up to the limit of the batch.' },
    ],
  },
];

// A vertical bar would end the cell, and names may contain Markdown characters.
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/[<>&]/g, (sign) => `\\${sign}`);

/** Returns all value classes as a Markdown table. */
export function classTable(): readonly string[] {
  return [
    '| kind of value | class | what is special |',
    '|---|---|---|',
    ...[...classGroups, ...others].flatMap(({ kind, classes }) =>
      classes.map(({ id, sentence }, at) => `| ${at === 0 ? kind : ''} | \`${id}\` | ${cell(sentence)} |`),
    ),
  ];
}

/** The formats of a request: its encoded body, a command that sends it, or all its data. */
const printFormats = ['json', 'form', 'xml', 'curl', 'jsonl'] as const;
type PrintFormat = (typeof printFormats)[number];

/** The settings of a target for printing. */
interface PrintOptions {
  readonly encodings?: Target['encodings'];
  /** Base address of the command; `$BASE_URL` if absent. */
  readonly address?: string;
  /** Further curl options, quoted for the shell. */
  readonly curlOptions?: readonly string[];
  /** Signs the body; if absent the body is printed unsigned. */
  readonly sign?: (body: JsonObject, operation: DocumentedOperationId) => string;
}

function signed(
  { body, operation }: Pick<RequestCase, 'operation' | 'body'>,
  { sign }: PrintOptions,
): JsonObject {
  return sign === undefined ? body : { ...body, encryption_data: sign(body, operation) };
}

/** A request as it is printed: what is expected of it is said in words. */
type Printed = Omit<RequestCase, 'expectation'> & { readonly expectation: string };

/** Returns the encoded body of a request, in the encoding of the target unless another is given. */
export function printedBody(
  made: Pick<RequestCase, 'operation' | 'body'>,
  options: PrintOptions = {},
  encoding?: Encoding,
): EncodedBody {
  const { encodings = {} } = options;
  return encodeRequest(made.operation, signed(made, options), { encodings }, { encoding });
}

/** The request; if it names invented transactions or an invented subscription, without the expectation that it is accepted. */
function withoutInvented(made: RequestCase): Printed {
  const [earlier] = situationOf(made.operation).needs;
  if (earlier === undefined || made.expectation !== 'accepted') return made;
  const what = operationOf(made.operation).batch === undefined ? 'subscription is' : 'transactions are';
  return { ...made, expectation: `open: the ${what} made up` };
}

function heading({ operation, kind, name, clause, expectation, breaks }: Printed): string {
  const parts = [operation, kind, name, clause ?? 'no clause', expectation];
  return [...parts, ...(breaks === undefined ? [] : [`breaks ${breaks}`])].join(' · ');
}

function curl(made: Pick<RequestCase, 'operation' | 'body'>, options: PrintOptions): string {
  const { path } = operationOf(made.operation);
  const { body, contentType } = printedBody(made, options);
  const { address, curlOptions = [] } = options;
  const url = address === undefined ? `"$BASE_URL${path}"` : shellWord(`${address}${path}`);
  return [
    `curl -sS -X POST ${url} -H ${shellWord(`Content-Type: ${contentType}`)} \\`,
    ...curlOptions.map((option) => `  ${option} \\`),
    `  --data-raw ${shellWord(body)}`,
  ].join('\n');
}

/**
 * Prints one request with its name, clause and expectation: `json` and `jsonl` as an object with the body, `form` and
 * `xml` as the body under a comment, `curl` as a command that sends the body to `$BASE_URL`.
 */
export function printCase(made: Printed, format: PrintFormat, options: PrintOptions = {}): string {
  switch (format) {
    case 'json':
      return JSON.stringify({ ...made, body: signed(made, options) }, undefined, 2);
    case 'jsonl':
      return JSON.stringify({ ...made, body: signed(made, options) });
    case 'form':
      return `# ${heading(made)}\n${printedBody(made, options, 'form').body}`;
    case 'xml':
      // Two hyphens would end the comment.
      return `<!-- ${heading(made).replaceAll('--', '- -')} -->\n${printedBody(made, options, 'xml').body}`;
    case 'curl':
      return `# ${heading(made)}\n${curl(made, options)}`;
  }
}

function textOf(file: string): string {
  try {
    // A here-document ends with a line end that is not part of the body.
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

/**
 * Returns the body in a file, signed: in the format that is asked for, or as it is sent. If the text has a placeholder
 * signature, then only this is replaced in what is sent.
 */
function signedFile(
  operation: DocumentedOperationId,
  file: string,
  options: PrintOptions,
  format?: PrintFormat,
): string {
  const text = textOf(file);
  const read = readRequest(operationOf(operation).path, Buffer.from(text), undefined);
  if (!read.ok) throw new ConfigurationError(`${file === '-' ? 'standard input' : file}: ${read.reason}.`);
  const { encryption_data: standIn, ...body } = read.value;
  const made = { operation, body };
  switch (format) {
    case undefined: {
      const parts = typeof standIn === 'string' && standIn !== '' ? text.split(standIn) : [];
      const signature = signed(made, options).encryption_data as string;
      // Without a line end, since a pipe sends every byte.
      return parts.length === 2 ? parts.join(signature) : printedBody(made, options).body;
    }
    case 'curl':
      return `${curl(made, options)}\n`;
    case 'json':
      return `${JSON.stringify(signed(made, options), undefined, 2)}\n`;
    case 'jsonl':
      return `${JSON.stringify(signed(made, options))}\n`;
    default:
      return `${printedBody(made, options, format).body}\n`;
  }
}

interface GenerateOptions extends TargetChoice {
  readonly kind: Kind;
  readonly seed: number;
  readonly day: string;
  readonly count?: number;
  readonly format?: PrintFormat;
  readonly body?: string;
  readonly coverage?: true;
  readonly classes?: true;
  readonly signed?: true;
}

/** The context and format of printed requests. */
interface PrintContext {
  readonly context: MakeContext;
  readonly print: PrintOptions;
}

// Cards of an operator are never printed; published ones replace them.
async function printContextOf({
  signed,
  day,
  ...choice
}: Pick<GenerateOptions, 'signed' | 'day' | keyof TargetChoice>): Promise<PrintContext> {
  const file = targetNamed(choice);
  if (file === undefined) {
    if (signed === true)
      throw new ConfigurationError('--signed needs --target, which says how requests are signed.');
    return { context: { ...defaultContext, day }, print: {} };
  }
  const target = loadTarget(file, { CONFORMANCE_MOCK_KEY: practiceKey, ...process.env });
  const signer = signed === true ? await createSigner(target) : undefined;
  return {
    context: {
      ...requestContext({ target, runId: defaultContext.prefix, day }),
      cards: publishedCards,
    },
    print: defined({
      encodings: target.encodings,
      address: target.baseUrl,
      curlOptions: shownHeaders(target),
      sign: signer && ((body: JsonObject, id: OperationId) => signer.sign(body, id)),
    }),
  };
}

function makeCases(
  operation: DocumentedOperationId,
  { kind, seed, count }: GenerateOptions,
  context: MakeContext,
): readonly RequestCase[] {
  if (kind === 'valid') {
    return sample(validRequest(operation, context), deriveSeed(seed, 'generate', operation), count ?? 1);
  }
  const cases = listCases(operation, kind, context, seed);
  return cases.slice(0, count ?? cases.length);
}

/** Prints generated requests with their name, clause and expectation. */
export const generate: Subcommand = (command) => {
  command
    .argument('[operation]', 'operation, for example refund')
    .option('--coverage', 'show which classes of values a run sends in which field, without sending')
    .option('--classes', 'list value classes as a Markdown table')
    .option('--kind <kind>', kinds.join(', '), oneOf('--kind', kinds), 'valid')
    .option('--seed <number>', 'same seed and day, same requests', wholeNumber('--seed', 0, 2_147_483_647), 1)
    .option('--day <date>', 'the day that dates count from, YYYY-MM-DD (default: today in UTC)')
    .option(
      '--count <number>',
      'how many (default: 1 valid, or every boundary or fault)',
      wholeNumber('--count', 1, 100_000),
    )
    .option(
      '--format <format>',
      `${printFormats.join(', ')} (default: json)`,
      oneOf('--format', printFormats),
    )
    .option(
      '--target <file>',
      'target file: its merchant, currencies, encodings and fixed values are filled in',
    )
    .option('--embedded', 'the embedded endpoint of the suite as the target')
    .option('--signed', 'sign each body by the recipe of the target')
    .option('--body <file>', 'sign this body instead, in JSON, form or XML; - reads standard input');
  return async (name: string | undefined, { day, ...asked }: Partial<GenerateOptions>) => {
    const options = { ...asked, day: dayOf(day) } as GenerateOptions;
    if (options.classes === true) {
      refuseUnused(command, 'the list of --classes', ['classes']);
      process.stdout.write(`${classTable().join('\n')}\n`);
      return exitStatus.conformant;
    }
    const operation = documentedOperation(name ?? '');
    if (options.coverage === true)
      refuseUnused(command, 'what --coverage shows', ['coverage', 'seed', 'day', 'target', 'embedded']);
    if (options.body !== undefined) {
      refuseUnused(command, 'what --body signs', ['body', 'target', 'embedded', 'format']);
      const named = targetNamed(options);
      const environment = { ...process.env, ...defined({ CONFORMANCE_TARGET: named }) };
      printToStderr(unnamedLine(environment));
      const { print } = await printContextOf({
        target: targetFileIn(environment),
        signed: true,
        day: options.day,
      });
      process.stdout.write(signedFile(operation, options.body, print, options.format));
      return exitStatus.conformant;
    }
    const { context, print } = await printContextOf(options);
    if (options.coverage === true) {
      process.stdout.write(`${coverageLines(operation, context, options.seed).join('\n')}\n`);
      return exitStatus.conformant;
    }
    for (const made of makeCases(operation, options, context))
      process.stdout.write(`${printCase(withoutInvented(made), options.format ?? 'json', print)}\n`);
    return exitStatus.conformant;
  };
};

function planOf(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
): CoveringPlan | undefined {
  const { family } = operationOf(operation);
  if (family === 'batch') return unknownBatchPlan(operation, context, seed);
  return family === 'payment' || family === 'payout' ? coveringPlan(operation, context, seed) : undefined;
}

function counted(names: readonly string[]): string {
  const alike = [...groupedBy(names, (name) => name)];
  return alike.map(([name, { length }]) => (length === 1 ? name : `${name} ×${length}`)).join(', ');
}

/** Returns the encodings of a body and the batch sizes. */
function bodyVariants(operation: DocumentedOperationId): readonly string[] {
  const { batch, encoding, declares } = operationOf(operation);
  const types = new Set([encoding, ...(declares === undefined ? [] : [encodingOfType[declares]])]);
  return [
    ...[...types].map((type) => `  body in ${type}: ${bodyClasses[type].map(({ id }) => id).join(', ')}`),
    ...(batch === undefined
      ? []
      : [`  ${batch.field}: ${classOfSize(1)} to ${classOfSize(batch.limit)}, each of them`]),
  ];
}

/** Returns lines on which value classes each field carries, and what is not sent and why. */
export function coverageLines(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
): readonly string[] {
  const plan = planOf(operation, context, seed);
  if (plan === undefined) return [...fixedLines(operation), ...bodyVariants(operation)];
  const carried = plan.requests.flatMap(({ carries }) => carries);
  const fields = [...new Set(carried.map(({ field }) => field))];
  const pairs = new Set(carried.map((one) => `${one.field} ${one.class}`));
  const used = new Set(carried.map((one) => one.class));
  const whys = [...new Set(plan.notSent.map(({ why }) => why))];
  return [
    `${operation}: ${plan.requests.length} requests carry ${pairs.size} pairs of a field and a class of values`,
    ...fields.map(
      (name) =>
        `  ${name}: ${counted(carried.filter(({ field }) => field === name).map((one) => one.class))}`,
    ),
    ...bodyVariants(operation),
    ...whys.map((why) => {
      const some = plan.notSent.filter((one) => one.why === why);
      return `  not sent, because ${why}: ${counted(some.map(({ field }) => field))}`;
    }),
    ...Object.entries(plan.sentences)
      .filter(([id]) => used.has(id))
      .map(([id, sentence]) => `  ${id}: ${sentence}`),
  ];
}

function fixedLines(operation: DocumentedOperationId): readonly string[] {
  const names = operationOf(operation).core.filter((name) => name !== 'encryption_data');
  if (operationOf(operation).family !== 'subscription')
    return [`${operation}: ${names.join(', ')} are what the run and earlier answers name; nothing to vary`];
  const classes = textClasses.map(({ id }) => id);
  return [
    `${operation}: ${classes.length} cancellations of contracts that a payment opened under a name`,
    `  contract_name: ${classes.join(', ')}`,
  ];
}
