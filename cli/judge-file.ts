import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readEvidence } from '../reports/evidence.ts';
import { startRedaction } from '../reports/redact.ts';
import { commandStart } from '../schemas/command-line.ts';
import { given } from '../schemas/given.ts';
import { judgeRun } from '../schemas/judge-run.ts';
import { jsonText } from '../schemas/plain-text.ts';
import { baseUrlOf } from '../targets/base-url.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { secretsOf } from '../targets/secrets-of.ts';
import { readSettings } from '../targets/settings.ts';
import { createSigner } from '../targets/signing.ts';
import { practiceKey } from './embedded.ts';
import { exitStatus } from './exit-status.ts';
import { judgeBare } from './judge/bare.ts';
import { demandAnswer, unpackFile } from './judge/containers.ts';
import { judgeEvidence, readEvidenceLines } from './judge/evidence.ts';
import { judgeHar } from './judge/har.ts';
import { messagesIn } from './judge/http-message.ts';
import { maskReading, readingJson, readingLines } from './judge/print.ts';
import { withReadAs } from './judge/read-as.ts';
import { readBytes } from './judge/read-file.ts';
import type { Reading } from './judge/reading.ts';
import type { Watchpoint } from './judge/watched.ts';
import { documentedOperation, wholeNumber } from './option-values.ts';
import { holdsRun } from './run-record.ts';
import type { Subcommand } from './subcommand.ts';

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

/** What the options say of the service that a HAR file watched. */
async function watchpointOf({ base, target: file, accepted }: JudgeOptions): Promise<Watchpoint> {
  const address = base === undefined ? undefined : baseUrlOf(base, '--base');
  if (file === undefined) return given({ base: address, accepted });
  const { target, seed } = readSettings({
    CONFORMANCE_MOCK_KEY: practiceKey,
    ...process.env,
    CONFORMANCE_TARGET: file,
  });
  startRedaction({ seed, secrets: secretsOf(target) });
  return {
    ...given({ base: address ?? target.baseUrl, accepted }),
    signer: await createSigner(target),
    merchant: target.merchant,
    encodings: target.encodings,
  };
}

// Only a run leaves beside its evidence what makes its tests again.
const runIn = (folder: string) => (holdsRun(folder) ? { run: folder } : {});

function readAny(file: string, options: JudgeOptions, point: Watchpoint): Reading {
  if (existsSync(file) && statSync(file).isDirectory()) {
    const evidence = readEvidence(file);
    if (evidence.exchanges.length === 0 && !holdsRun(file))
      throw new ConfigurationError(
        `${file} holds no exchanges of a run; name the folder of its reports, or a file.`,
      );
    return { ...judgeEvidence(evidence), ...runIn(file) };
  }
  const { bytes, isHar, beside } = unpackFile(file, readBytes(file));
  if (isHar) return withReadAs(judgeHar(file, bytes, point, beside));
  const saved = readEvidenceLines(file, bytes.toString('utf8'));
  if (saved !== undefined) return { ...judgeEvidence(saved), ...runIn(dirname(file)) };
  demandAnswer(file, bytes);
  const { operation, status, contentType, request, accepted } = options;
  if (operation === undefined) {
    throw new ConfigurationError(
      `${file} holds no exchange; for a bare answer, name its operation with --operation.`,
    );
  }
  const typed: Readonly<Record<string, string>> = contentType === '' ? {} : { 'content-type': contentType };
  const messages = messagesIn(bytes)?.map((one) => ({ ...one, headers: { ...typed, ...one.headers } }));
  if (messages?.length === 0)
    throw new ConfigurationError(`${file} holds no final answer, only what leads to one.`);
  const answers = messages ?? [{ status, headers: typed, body: bytes }];
  return withReadAs(
    judgeBare(answers, { operation: documentedOperation(operation), ...given({ request, accepted }) }),
  );
}

/** Leaves only the exchange whose id begins as given. */
function only(reading: Reading, id: string | undefined): Reading {
  if (id === undefined) return reading;
  const cases = reading.cases.filter(({ judged }) => judged.exchange.id.startsWith(id));
  if (cases.length > 0)
    return { ...(reading.run === undefined ? {} : { run: reading.run }), cases, unjudged: [] };
  throw new ConfigurationError(`--exchange: no exchange of the file begins with "${id}".`);
}

/** Judges saved exchanges, a HAR file or one saved answer, offline. */
export const judgeFile: Subcommand = (program, finish) => {
  program
    .command('judge')
    .argument(
      '<file>',
      'HAR file (also in gzip or zip), exchanges.ndjson of a run or its folder, or an answer, with or without its head',
    )
    .option(
      '--base <address>',
      'only HAR entries below this address (default: any that ends with a documented path)',
    )
    .option('--target <file>', 'target file that supplies the base address and the key to check signatures')
    .option('--exchange <id>', 'only the exchange whose id begins with this')
    .option('--operation <name>', 'operation of a bare answer')
    .option('--request <file>', 'body of the request that a bare answer belongs to')
    .option('--status <number>', 'HTTP status of a bare answer', wholeNumber('--status', 100, 599), 200)
    .option('--content-type <type>', 'content type of a bare answer', '')
    .option(
      '--accepted',
      'judge answers as those of calls that succeeded, also where they look like refusals',
    )
    .option('--json', 'print JSON lines: one per exchange, one for the whole, one per entry left out')
    .option('--quiet', 'print the findings and nothing else')
    .addHelpText(
      'after',
      `\nExamples: ${commandStart} judge shop.har --base https://sandbox.example.com/gateway` +
        `\n          ${commandStart} judge answer.xml --operation direct-payment`,
    )
    .action(async (file: string, options: JudgeOptions) => {
      startRedaction({ seed: 0 });
      const point = await watchpointOf(options);
      const reading = only(readAny(file, options, point), options.exchange);
      const shown = maskReading(reading, judgeRun(reading.cases.map(({ judged }) => judged)));
      if (options.json) for (const line of readingJson(shown)) console.log(jsonText(line));
      else for (const line of readingLines(shown, options)) console.log(line);
      const verdicts = new Set(shown.findings.map(({ verdict }) => verdict));
      if (verdicts.has('suite-error')) finish(exitStatus.suiteError);
      else if (verdicts.has('fail')) finish(exitStatus.nonConformant);
      // A file without a single call proves nothing, and what stayed undecided is not in order.
      else if (shown.cases.length === 0 || verdicts.has('inconclusive')) finish(exitStatus.incomplete);
      else finish(exitStatus.conformant);
    });
};
