import { readFileSync } from 'node:fs';
import { defaultContext, type MakeContext, publishedCards } from '../../generators/context.ts';
import type { RequestCase } from '../../generators/request.ts';
import { deriveSeed, sample } from '../../generators/seed.ts';
import { situationOf } from '../../generators/situations.ts';
import { validRequest } from '../../generators/valid.ts';
import { shellWord } from '../../schemas/command-line.ts';
import { operationOf } from '../../schemas/operations.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { createSigner, type Signer } from '../../targets/sending/signing.ts';
import { encodeRequest } from '../../targets/sending/wire-request.ts';
import { embeddedWord, targetFileIn } from '../../targets/settings.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import { practiceKey } from '../embedded.ts';
import { type Kind, kinds, listCases } from '../explore/cases.ts';
import {
  documentedOperation,
  oneOf,
  printToStderr,
  refuseUnused,
  type TargetChoice,
  unnamedLine,
  wholeNumber,
} from '../option-values.ts';
import { environmentOf } from '../project/run-options.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

/** A body and the operation that it calls. */
type Made = Pick<RequestCase, 'operation' | 'body'>;

/** Where requests are printed for; without a target they are unsigned and go to `$BASE_URL`. */
interface Destination {
  readonly target?: Pick<Target, 'encodings' | 'headers' | 'baseUrl'>;
  /** Signs each body; if absent, bodies stay unsigned. */
  readonly signer?: Pick<Signer, 'sign'>;
}

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

function signed({ operation, body }: Made, { signer }: Destination): JsonObject {
  return signer === undefined ? body : { ...body, encryption_data: signer.sign(body, operation) };
}

/** Returns the body as it is sent, in the encoding of the target. */
function encoded(made: Made, to: Destination) {
  return encodeRequest(made.operation, signed(made, to), { encodings: to.target?.encodings ?? {} });
}

/** Returns a command that sends the request. */
export function curlText(made: Made, to: Destination = {}): string {
  const { path } = operationOf(made.operation);
  const { body, contentType } = encoded(made, to);
  const address = to.target?.baseUrl;
  const url = address === undefined ? `"$BASE_URL${path}"` : shellWord(`${address}${path}`);
  return [
    `curl -sS -X POST ${url} -H ${shellWord(`Content-Type: ${contentType}`)} \\`,
    ...(to.target === undefined ? [] : shownHeaders(to.target).map((option) => `  ${option} \\`)),
    `  --data-raw ${shellWord(body)}`,
  ].join('\n');
}

/** What is expected of a request; nothing of one that names invented transactions or an invented subscription. */
function expected({ operation, expectation }: RequestCase): string {
  const [earlier] = situationOf(operation).needs;
  if (earlier === undefined || expectation !== 'accepted') return expectation;
  const what = operationOf(operation).batch === undefined ? 'subscription is' : 'transactions are';
  return `open: the ${what} made up`;
}

/** Returns a request with its name, clause and expectation: as a line of JSON, or as a command under a comment. */
function caseText(made: RequestCase, asCurl: boolean, to: Destination): string {
  const expectation = expected(made);
  if (!asCurl) return JSON.stringify({ ...made, expectation, body: signed(made, to) });
  const { operation, kind, name, clause = 'no clause', breaks } = made;
  const about = [
    operation,
    kind,
    name,
    clause,
    expectation,
    ...(breaks === undefined ? [] : [`breaks ${breaks}`]),
  ];
  return `# ${about.join(' · ')}\n${curlText(made, to)}`;
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
 * Returns the body in a file as it is sent, signed, or a command that sends it. If the text has a placeholder signature,
 * then only this is replaced in what is sent.
 */
function signedFile(
  operation: DocumentedOperationId,
  file: string,
  asCurl: boolean,
  to: Destination,
): string {
  const text = textOf(file);
  const read = readRequest(operationOf(operation).path, Buffer.from(text), undefined);
  if (!read.ok) throw new ConfigurationError(`${file === '-' ? 'standard input' : file}: ${read.reason}.`);
  const { encryption_data: standIn, ...body } = read.value;
  const made = { operation, body };
  if (asCurl) return `${curlText(made, to)}\n`;
  const parts = typeof standIn === 'string' && standIn !== '' ? text.split(standIn) : [];
  // Without a line end, since a pipe sends every byte.
  return parts.length === 2 ? parts.join(String(signed(made, to).encryption_data)) : encoded(made, to).body;
}

const today = () => new Date().toISOString().slice(0, 10);

interface GenerateOptions extends TargetChoice {
  readonly kind: Kind;
  readonly seed: number;
  readonly count?: number;
  readonly curl?: true;
  readonly body?: string;
}

/** Returns what requests are made of, and where they are printed for, with the target that signs them. */
async function placeOf(file: string): Promise<{ readonly context: MakeContext; readonly to: Destination }> {
  const target = loadTarget(file, { CONFORMANCE_MOCK_KEY: practiceKey, ...process.env });
  return {
    // Cards of an operator are never printed; published ones replace them.
    context: {
      ...requestContext({ target, runId: defaultContext.prefix, day: today() }),
      cards: publishedCards,
    },
    to: { target, signer: await createSigner(target) },
  };
}

function makeCases(
  operation: DocumentedOperationId,
  { kind, seed, count }: GenerateOptions,
  context: MakeContext,
): readonly RequestCase[] {
  if (kind === 'valid')
    return sample(validRequest(operation, context), deriveSeed(seed, 'generate', operation), count ?? 1);
  return listCases(operation, kind, context, seed).slice(0, count);
}

/** Prints generated requests with their name, clause and expectation, or a body of one's own, signed. */
export const generate: Subcommand = (command) => {
  command
    .argument('<operation>', 'operation, for example refund')
    .option('--kind <kind>', kinds.join(', '), oneOf('--kind', kinds), 'valid')
    .option('--seed <number>', 'same seed, same requests', wholeNumber('--seed', 0, 2_147_483_647), 1)
    .option(
      '--count <number>',
      'how many (default: 1 valid, or every boundary or fault)',
      wholeNumber('--count', 1, 100_000),
    )
    .option('--curl', 'print commands that send the requests (default: one line of JSON for each)')
    .option(
      '--target <file>',
      `target file, or ${embeddedWord}: its merchant, currencies, encodings and fixed values are filled in, and it signs each body`,
    )
    .option('--body <file>', 'sign this body instead, in JSON, form or XML; - reads standard input');
  return async (name: string, options: GenerateOptions) => {
    const operation = documentedOperation(name);
    const asCurl = options.curl === true;
    const environment = environmentOf({ target: options.target });
    if (options.body !== undefined) {
      refuseUnused(command, 'what --body signs', ['body', 'target', 'curl']);
      printToStderr(unnamedLine(environment));
      const { to } = await placeOf(targetFileIn(environment));
      process.stdout.write(signedFile(operation, options.body, asCurl, to));
      return exitStatus.conformant;
    }
    const { context, to } =
      options.target === undefined
        ? { context: { ...defaultContext, day: today() }, to: {} }
        : await placeOf(targetFileIn(environment));
    for (const made of makeCases(operation, options, context))
      process.stdout.write(`${caseText(made, asCurl, to)}\n`);
    return exitStatus.conformant;
  };
};
