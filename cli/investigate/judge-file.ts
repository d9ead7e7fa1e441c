import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readEvidence } from '../../reports/evidence.ts';
import { startRedaction } from '../../reports/redact.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { validateRequest } from '../../schemas/contract.ts';
import { defined } from '../../schemas/defined.ts';
import { membersOf } from '../../schemas/history/outcome.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { judge } from '../../schemas/judge.ts';
import { decode } from '../../schemas/media/decode.ts';
import { isDocumented, type Operation, operationOf } from '../../schemas/operations.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { readRequest } from '../../schemas/read-request.ts';
import { formOf } from '../../schemas/rules/form-of.ts';
import { table } from '../../schemas/table.ts';
import type {
  Answer,
  DocumentedOperationId,
  Exchange,
  JsonValue,
  JudgedExchange,
  SentRequest,
} from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readNamedFile } from '../../targets/file/read-json-file.ts';
import { secretsOf } from '../../targets/file/secrets-of.ts';
import { baseUrlOf } from '../../targets/file/target-rules.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { readSettings } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { demandAnswer, demandReadable, judgeHar, unpackFile } from '../judge/har.ts';
import { cutWords, missingOf } from '../judge/har-schema.ts';
import { maskReading, readingJson, readingLines } from '../judge/print.ts';
import {
  type FileNote,
  type JudgedCase,
  judgeEvidence,
  type Reading,
  readEvidenceLines,
  type Unjudged,
  unpack,
  type WatchedService,
} from '../judge/watched.ts';
import { documentedOperation, refuseUnused, wholeNumber } from '../option-values.ts';
import { holdsRun } from '../run/run-record.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

/** A saved answer with its status line and headers. */
interface SavedMessage {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const statusLine = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?:[ \t]([^\r\n]*))?(?:\r?\n|$)/;
// Inside a file a status line counts only before a header or an empty line, as in no body.
const nextMessage = /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}(?:[ \t][^\r\n]*)?\r?\n(?=[\w!#$%&'*+.^`|~-]+:|\r?\n)/gm;
const header = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*)(?:\r?\n|$)/;
// What editors add below an answer.
const trailer = /\s*\n(?:Response code: \d{3} |Response file saved\.)[^<{]*$/;

/** Returns the final answers of a file that begins with a status line; undefined for any other file. */
function messagesIn(bytes: Uint8Array): readonly SavedMessage[] | undefined {
  // One character per byte.
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  if (!statusLine.test(text)) return undefined;
  const starts = [...text.matchAll(nextMessage)].map(({ index }) => index).filter((index) => index > 0);
  const parts = [0, ...starts].map((start, index) =>
    messageIn(text.slice(start, starts[index] ?? text.length)),
  );
  const last = parts.length - 1;
  return parts
    .filter(({ leads }, index) => leads === 'never' || (leads === 'on' && index === last))
    .map(({ message }) => message);
}

/** `always`: never a final answer; `on`: not final if another answer follows. */
type Leads = 'always' | 'on' | 'never';

function messageIn(text: string): { readonly message: SavedMessage; readonly leads: Leads } {
  const [line = '', digits, words = ''] = statusLine.exec(text) ?? [];
  const status = Number(digits);
  const headers: Record<string, string> = table();
  let rest = text.slice(line.length);
  for (let found = header.exec(rest); found !== null; found = header.exec(rest)) {
    const [whole, name = '', value = ''] = found;
    headers[name.toLowerCase()] = value.trim();
    // A header value may continue on the next line.
    rest = rest.slice(whole.length).replace(/^(?:[ \t]+[^\r\n<{[]*\r?\n)+/, '');
  }
  const body = rest.replace(/^\r?\n/, '').replace(trailer, '');
  const leads =
    status < 200 || /^connection established/i.test(words)
      ? 'always'
      : [401, 407].includes(status) || (status >= 300 && status < 400)
        ? 'on'
        : 'never';
  return { message: { status, headers, body: bodyOf(body, headers) }, leads };
}

function bodyOf(text: string, headers: Readonly<Record<string, string>>): Uint8Array {
  const isChunked = /chunked/i.test(headers['transfer-encoding'] ?? '');
  const bytes = Buffer.from((isChunked ? unchunked(text) : undefined) ?? text, 'latin1');
  // Most tools decompress the body and keep the header.
  return unpack(bytes, headers['content-encoding']);
}

/** Returns a body without chunk lengths; undefined if it has none, as most tools save it. */
function unchunked(text: string): string | undefined {
  let whole = '';
  for (let at = 0; ; ) {
    const found = /^([0-9a-f]{1,8})(?:;[^\r\n]*)?\r?\n/i.exec(text.slice(at, at + 200));
    if (found === null) return undefined;
    const length = Number.parseInt(found[1] ?? '', 16);
    if (length === 0) return whole;
    const start = at + found[0].length;
    whole += text.slice(start, start + length);
    at = start + length + (text.charAt(start + length) === '\r' ? 2 : 1);
  }
}

/** What is known about saved answers. */
interface AboutAnswers {
  readonly operation: DocumentedOperationId;
  /** File with the body of the request. */
  readonly request?: string;
  /** True if the caller says that the calls succeeded. */
  readonly accepted?: true;
}

type Asked = Pick<SentRequest, 'body' | 'value' | 'encoding' | 'signed' | 'intent' | 'unknown'>;

function requestIn(file: string, operation: DocumentedOperationId): Asked {
  const bytes = readBytes(file);
  const read = readRequest(operationOf(operation).path, bytes, undefined);
  if (!read.ok) throw new ConfigurationError(`${file}: ${read.reason}.`);
  const { value, encoding } = read;
  const intent = validateRequest(operation, value).length === 0 ? 'valid' : 'odd';
  return { body: bytes.toString('utf8'), value, encoding, signed: true, intent };
}

// Without the request, the question is whether the document shows this answer.
const unknown: Asked = {
  body: '',
  value: {},
  encoding: 'json',
  signed: true,
  intent: 'valid',
  unknown: true,
};

/** Judges saved answers, with their request if it is known. */
function judgeAnswersAlone(
  answers: readonly SavedMessage[],
  { operation, request, accepted }: AboutAnswers,
): Reading {
  const asked = request === undefined ? unknown : requestIn(request, operation);
  const breaches = request === undefined ? [] : validateRequest(operation, asked.value);
  const cases: JudgedCase[] = [];
  const unjudged: Unjudged[] = [];
  for (const [index, { status, headers, body }] of answers.entries()) {
    const from = answers.length === 1 ? 'the saved answer' : `answer ${index + 1} of ${answers.length}`;
    const length = Number(headers['content-encoding'] === undefined ? headers['content-length'] : Number.NaN);
    const text = Buffer.from(body).toString('latin1');
    const missing = length > 0 ? missingOf(body, [length], text) : 0;
    const { answers: medium } = operationOf(operation);
    if (missing > 0 && (medium === 'html' || !decode(medium, body, headers['content-type']).ok)) {
      unjudged.push({ from, what: operation, reason: cutWords(body, missing) });
      continue;
    }
    const exchange: Exchange = {
      id: String(index).padStart(10, '0'),
      operation,
      sent: {
        method: 'POST',
        url: `http://saved.invalid${operationOf(operation).path}`,
        headers: {},
        ...asked,
      },
      received: { kind: 'answer', status, headers, body, durationMs: 0 },
      origin: { test: 'conformance judge', ordinal: index, seed: 0 },
      ...defined({ accepted }),
    };
    cases.push({ judged: { exchange, judgement: judge(exchange) }, from, breaches });
  }
  return { cases, unjudged };
}

/** Adds notes on answers read as refusals and on what only a browser can show. */
function withReadAs(reading: Reading): Reading {
  const readAs = reading.cases.flatMap(({ judged, from = judged.exchange.id }): readonly FileNote[] =>
    [refusalOf(judged), postOf(judged)].flatMap((what) => (what === undefined ? [] : [{ from, what }])),
  );
  return { ...reading, readAs };
}

function refusalOf({ exchange, judgement }: JudgedExchange): string | undefined {
  const { operation, received } = exchange;
  const { outcome, request, answer } = judgement;
  if (outcome !== 'refused' || request === 'broken' || received.kind === 'none' || !isDocumented(operation))
    return undefined;
  const why = whyRefused(operationOf(operation), received, answer);
  return `taken for a refusal, because ${why}, and judged as one; --accepted judges it as a success`;
}

function whyRefused(operation: Operation, { status, body }: Answer, answer: JsonValue | undefined): string {
  if (status < 200 || status > 299) return `its status is ${status}`;
  const form = formOf(body);
  if (form === 'empty') return 'its body is empty';
  if (answer === undefined)
    return `its body is ${form === 'html' ? 'a page' : form}, not ${operation.answers}`;
  return 'it does not show the success that the document describes';
}

const posts = {
  onload: 'its load handler posts a form',
  script: 'a script in it posts a form',
  none: 'nothing in its text posts a form by itself',
} as const;

/** Returns what a saved page shows of its automatic post (2.8), which only a browser can judge. */
function postOf({ exchange, judgement }: JudgedExchange): string | undefined {
  const { operation, page } = exchange;
  const { outcome, answer } = judgement;
  if (outcome !== 'accepted' || page !== undefined || !isDocumented(operation) || answer === undefined)
    return undefined;
  const { autoPost } = membersOf(operationOf(operation), answer);
  if (autoPost !== 'onload' && autoPost !== 'script' && autoPost !== 'none') return undefined;
  return operationOf(operation).answers === 'html'
    ? `2.8/theForm/automatic-post needs a browser: not judged (${posts[autoPost]})`
    : undefined;
}

interface JudgeOptions {
  readonly operation?: string;
  readonly request?: string;
  readonly status: number;
  readonly contentType: string;
  readonly base?: string;
  readonly target?: string;
  readonly exchange?: string;
  readonly accepted?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** Returns what the options say about the service recorded in a HAR file. */
async function watchedServiceOf({ base, target: file, accepted }: JudgeOptions): Promise<WatchedService> {
  const address = base === undefined ? undefined : baseUrlOf(base, '--base');
  if (file === undefined) return defined({ base: address, accepted });
  const { target, seed } = readSettings({
    CONFORMANCE_MOCK_KEY: practiceKey,
    ...process.env,
    CONFORMANCE_TARGET: file,
  });
  startRedaction({ seed, secrets: secretsOf(target) });
  return {
    ...defined({ base: address ?? target.baseUrl, accepted }),
    signer: await createSigner(target),
    merchant: target.merchant,
    encodings: target.encodings,
  };
}

// Only a run leaves a record that can repeat its tests.
const runIn = (folder: string) => (holdsRun(folder) ? { run: folder } : {});

// The options that each kind of file uses.
const shownBy = ['exchange', 'json', 'quiet'];
const usedBy = {
  'the evidence of a run': shownBy,
  'a HAR file': [...shownBy, 'base', 'target', 'accepted'],
  'a saved answer': [...shownBy, 'operation', 'request', 'status', 'contentType', 'accepted'],
};

function readAny(
  file: string,
  options: JudgeOptions,
  point: WatchedService,
  demandUsed: (kind: keyof typeof usedBy) => void,
): Reading {
  if (existsSync(file) && statSync(file).isDirectory()) {
    const evidence = readEvidence(file);
    if (evidence.exchanges.length === 0 && !holdsRun(file))
      throw new ConfigurationError(
        `${file} holds no exchanges of a run; name the folder of its reports, or a file.`,
      );
    demandUsed('the evidence of a run');
    return { ...judgeEvidence(evidence), ...runIn(file) };
  }
  const { bytes, isHar, beside } = unpackFile(file, readBytes(file));
  if (isHar) demandUsed('a HAR file');
  if (isHar) return withReadAs(judgeHar(file, bytes, point, beside));
  const saved = readEvidenceLines(file, bytes.toString('utf8'));
  if (saved !== undefined) demandUsed('the evidence of a run');
  if (saved !== undefined) return { ...judgeEvidence(saved), ...runIn(dirname(file)) };
  demandAnswer(file, bytes);
  demandUsed('a saved answer');
  const { operation, status, contentType, request, accepted } = options;
  if (operation === undefined) {
    throw new ConfigurationError(
      `${file} holds no exchange; for a saved answer, name its operation with --operation.`,
    );
  }
  const typed: Readonly<Record<string, string>> = contentType === '' ? {} : { 'content-type': contentType };
  const messages = messagesIn(bytes)?.map((one) => ({ ...one, headers: { ...typed, ...one.headers } }));
  if (messages?.length === 0)
    throw new ConfigurationError(`${file} holds no final answer, only what leads to one.`);
  const answers = messages ?? [{ status, headers: typed, body: bytes }];
  return withReadAs(
    judgeAnswersAlone(answers, {
      operation: documentedOperation(operation),
      ...defined({ request, accepted }),
    }),
  );
}

/** Returns only the exchanges whose id begins with `id`; throws if there is none. */
function only(reading: Reading, id: string | undefined): Reading {
  if (id === undefined) return reading;
  const cases = reading.cases.filter(({ judged }) => judged.exchange.id.startsWith(id));
  if (cases.length > 0)
    return { ...(reading.run === undefined ? {} : { run: reading.run }), cases, unjudged: [] };
  throw new ConfigurationError(`--exchange: no exchange of the file begins with "${id}".`);
}

/** Judges saved exchanges, a HAR file or a saved answer offline. */
export const judgeFile: Subcommand = (command) => {
  command
    .argument(
      '<file>',
      'HAR file (also in gzip or zip), exchanges.ndjson of a run or its folder, or a saved answer, with or without its headers',
    )
    .option(
      '--base <address>',
      'only HAR entries below this address (default: any that ends with a documented path)',
    )
    .option('--target <file>', 'target file that supplies the base address and the key to check signatures')
    .option('--exchange <id>', 'only the exchange whose id begins with this')
    .option('--operation <name>', 'operation of a saved answer')
    .option('--request <file>', 'body of the request that a saved answer belongs to')
    .option(
      '--status <number>',
      'HTTP status of a saved answer without a status line',
      wholeNumber('--status', 100, 599),
      200,
    )
    .option('--content-type <type>', 'content type of a saved answer without headers', '')
    .option('--accepted', 'treat the calls as successful, even where an answer looks like a refusal')
    .option('--json', 'print JSON lines: one per exchange, one for the whole, one per entry left out')
    .option('--quiet', 'print the findings only');
  return async (file: string, options: JudgeOptions) => {
    startRedaction({ seed: 0 });
    const point = await watchedServiceOf(options);
    const reading = only(
      readAny(file, options, point, (kind) => refuseUnused(command, kind, usedBy[kind])),
      options.exchange,
    );
    const shown = maskReading(reading, judgeRun(reading.cases.map(({ judged }) => judged)));
    if (options.json) for (const line of readingJson(shown)) console.log(jsonText(line));
    else for (const line of onScreen(readingLines(shown, options))) console.log(line);
    const verdicts = new Set(shown.findings.map(({ verdict }) => verdict));
    if (verdicts.has('suite-error')) return exitStatus.suiteError;
    if (verdicts.has('fail')) return exitStatus.nonConformant;
    // A file without calls proves nothing, and undecided verdicts are not conformant.
    const isOpen = shown.cases.length === 0 || verdicts.has('inconclusive');
    return isOpen ? exitStatus.incomplete : exitStatus.conformant;
  };
};

/** Returns the bytes of a file; throws an error that names it. */
function readBytes(file: string): Buffer {
  try {
    demandReadable(file, statSync(file).size);
    return readNamedFile(file);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      code === 'ENOENT' ? `${file} does not exist.` : `${file} cannot be read (${code}).`,
    );
  }
}
