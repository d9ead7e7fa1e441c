import { statSync } from 'node:fs';
import { startRedaction } from '../../reports/redact.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { defined } from '../../schemas/defined.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readNamedFile } from '../../targets/file/read-json-file.ts';
import { secretsOf } from '../../targets/file/secrets-of.ts';
import { baseUrlOf } from '../../targets/file/target-rules.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { readSettings } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { judgeEvidence } from '../judge/evidence.ts';
import { judgeHar } from '../judge/har.ts';
import { demandAnswer, demandRequest, judgeSaved, openFile } from '../judge/message.ts';
import { maskReading, readingJson, readingLines } from '../judge/print.ts';
import { withReadAs } from '../judge/read-as.ts';
import type { Reading, WatchedService } from '../judge/watched.ts';
import { documentedOperation, refuseUnused, wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

interface JudgeOptions {
  readonly operation?: string;
  readonly request?: string;
  readonly status: number;
  readonly contentType?: string;
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

// The options that each kind of file uses.
const shownBy = ['exchange', 'json', 'quiet'];
const usedBy = {
  'the evidence of a run': shownBy,
  'a HAR file': [...shownBy, 'base', 'target', 'accepted'],
  'a saved answer': [...shownBy, 'operation', 'request', 'status', 'contentType', 'accepted'],
};

async function readAny(
  file: string,
  options: JudgeOptions,
  demandUsed: (kind: keyof typeof usedBy) => void,
): Promise<Reading> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    demandUsed('the evidence of a run');
    return judgeEvidence(file);
  }
  const bytes = readBytes(file);
  if (/\.har(?:\.gz)?$/i.test(file) || startsAsHar(bytes)) {
    demandUsed('a HAR file');
    const point = await watchedServiceOf(options);
    return withReadAs(judgeHar(file, bytes, point), point);
  }
  demandAnswer(file, bytes);
  demandUsed('a saved answer');
  const { operation: name, status, contentType, request: sent, accepted } = options;
  if (name === undefined)
    throw new ConfigurationError(
      `${file} holds no HAR file; for a saved answer, name its operation with --operation.`,
    );
  const operation = documentedOperation(name);
  const request = sent === undefined ? undefined : readBytes(sent);
  if (sent !== undefined && request !== undefined) demandRequest(sent, request, operation);
  const about = { operation, status, ...defined({ contentType, request, accepted }) };
  return withReadAs(judgeSaved(file, bytes, about), { isSigned: true });
}

function startsAsHar(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{/.test(bytes.toString('latin1', 0, 1000));
}

/** Returns only the exchanges whose id begins with `id`; throws if there is none. */
function only(reading: Reading, id: string | undefined): Reading {
  if (id === undefined) return reading;
  const cases = reading.cases.filter(({ judged }) => judged.exchange.id.startsWith(id));
  if (cases.length > 0) return { cases, unjudged: [] };
  throw new ConfigurationError(`--exchange: no exchange of the file begins with "${id}".`);
}

/** Judges saved exchanges, a HAR file or a saved answer offline. */
export const judgeFile: Subcommand = (command) => {
  command
    .argument(
      '<file>',
      'HAR file (also in gzip), folder of a run, or a saved answer, with or without its headers',
    )
    .option(
      '--base <address>',
      'only HAR entries below this address (default: the host with most calls of documented paths)',
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
    .option('--content-type <type>', 'content type of a saved answer without headers')
    .option('--accepted', 'treat the calls as successful, even where an answer looks like a refusal')
    .option('--json', 'print JSON lines: one per exchange, one for the whole, one per entry left out')
    .option('--quiet', 'print the findings only');
  return async (file: string, options: JudgeOptions) => {
    startRedaction({ seed: 0 });
    const reading = only(
      await readAny(file, options, (kind) => refuseUnused(command, kind, usedBy[kind])),
      options.exchange,
    );
    const across = judgeRun(reading.cases.map(({ judged }) => judged));
    // What a whole run did not meet says something, what one file did not meet says nothing.
    const observations = across.observations.filter(({ fingerprint }) => fingerprint !== 'none met');
    const shown = maskReading(reading, { ...across, observations });
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
    return openFile(file, statSync(file).size, () => readNamedFile(file));
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      code === 'ENOENT' ? `${file} does not exist.` : `${file} cannot be read (${code}).`,
    );
  }
}
