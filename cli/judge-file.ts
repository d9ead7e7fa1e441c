import { readFileSync } from 'node:fs';
import type { EvidenceExchange } from '../reports/evidence/lines.ts';
import { exchangeOf } from '../reports/evidence.ts';
import { findingText } from '../schemas/finding-text.ts';
import { judge } from '../schemas/judge.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, Exchange, Judgement } from '../schemas/types.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { exitStatus } from './exit-status.ts';
import { documentedOperation, wholeNumber } from './option-values.ts';
import type { Subcommand } from './subcommands.ts';

interface JudgeOptions {
  readonly operation?: string;
  readonly request?: string;
  readonly status: number;
  readonly contentType: string;
  readonly json?: true;
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** The exchanges of an evidence file, or nothing when the text is something else. */
function evidenceExchanges(text: string): readonly Exchange[] | undefined {
  try {
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind?: unknown });
    const exchanges = lines.filter(({ kind }) => kind === 'exchange') as unknown as EvidenceExchange[];
    return exchanges.length === 0 ? undefined : exchanges.map(exchangeOf);
  } catch {
    return undefined;
  }
}

/** An exchange around a bare answer, with the request that is known of it, if any. */
function exchangeAround(body: Buffer, operation: DocumentedOperationId, options: JudgeOptions): Exchange {
  const row = operationOf(operation);
  const text = options.request === undefined ? undefined : readFile(options.request).toString('utf8');
  let value = {};
  try {
    value = text === undefined ? {} : JSON.parse(text);
  } catch (error) {
    throw new ConfigurationError(`${options.request} is not JSON: ${(error as Error).message}`);
  }
  return {
    id: '00000000',
    operation,
    sent: {
      method: 'POST',
      url: `http://saved.invalid${row.path}`,
      headers: {},
      body: text ?? '',
      encoding: 'json',
      value,
      signed: true,
      // Without the request nothing says that the answer had to be a success.
      intent: text === undefined ? 'odd' : 'valid',
    },
    received: {
      kind: 'answer',
      status: options.status,
      headers: { 'content-type': options.contentType },
      body,
      durationMs: 0,
    },
    origin: { test: 'conformance judge', ordinal: 0, seed: 0 },
  };
}

function readExchanges(file: string, options: JudgeOptions): readonly Exchange[] {
  const body = readFile(file);
  const saved = evidenceExchanges(body.toString('utf8'));
  if (saved !== undefined) return saved;
  if (options.operation === undefined) {
    throw new ConfigurationError(
      `${file} holds no exchange; for a bare answer name its operation with --operation.`,
    );
  }
  return [exchangeAround(body, documentedOperation(options.operation), options)];
}

function print(exchange: Exchange, judgement: Judgement): void {
  for (const finding of judgement.findings) console.log(`${findingText(finding, exchange)}\n`);
  for (const { clause, detail } of judgement.observations) console.log(`observed  ${clause}  ${detail}`);
  console.log(
    `${exchange.operation} ${exchange.id}: ${judgement.outcome}, ${judgement.findings.length} findings, ${judgement.exercised.length} clauses exercised`,
  );
}

/** Judges saved exchanges or one saved answer, offline. */
export const judgeFile: Subcommand = (program, finish) => {
  program
    .command('judge')
    .argument('<file>', 'exchanges.ndjson of a run, one exchange of it, or the text of an answer')
    .description('Judge saved exchanges, or one saved answer, without sending anything')
    .option('--operation <name>', 'operation of a bare answer')
    .option('--request <file>', 'JSON body of the request that a bare answer belongs to')
    .option('--status <number>', 'HTTP status of a bare answer', wholeNumber('--status', 100, 599), 200)
    .option('--content-type <type>', 'content type of a bare answer', '')
    .option('--json', 'print the judgements as JSON lines')
    .addHelpText('after', '\nExample: npx conformance judge answer.xml --operation direct-payment')
    .action((file: string, options: JudgeOptions) => {
      const judgements = readExchanges(file, options).map((exchange) => [exchange, judge(exchange)] as const);
      for (const [exchange, judgement] of judgements) {
        if (options.json) console.log(JSON.stringify({ ...judgement, answer: undefined }));
        else print(exchange, judgement);
      }
      const worst = judgements.flatMap(([, { findings }]) => findings.map(({ verdict }) => verdict));
      finish(worst.includes('fail') ? exitStatus.nonConformant : exitStatus.conformant);
    });
};
