import pc from 'picocolors';
import { commandLine } from '../../schemas/command-line.ts';
import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { counted, plainText } from '../../schemas/plain-text.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readJsonFile } from '../../targets/file/read-json-file.ts';
import { isRefusedSend, SendingStopped } from '../../targets/refused-send.ts';
import { readSettings } from '../../targets/settings.ts';
import { statusOfTrusting } from '../child-status.ts';
import { serveExplore } from '../explore/serve.ts';
import { openSession, type Session } from '../explore/session.ts';
import {
  documentedOperation,
  printToStderr,
  refuseUnused,
  type TargetChoice,
  targetOption,
} from '../option-values.ts';
import { environmentOf } from '../project/run-options.ts';
import { exitStatus, type Subcommand, statusOf } from '../subcommand.ts';
import { untilAskedToEnd } from '../until-stopped.ts';

interface ExploreOptions extends TargetChoice {
  /** Operation of a file that holds the body alone. */
  readonly operation?: string;
}

type FiledRequest = readonly [DocumentedOperationId, JsonObject];

/** Reads a request as `generate` prints it, or the body alone of a named operation. */
function requestIn(file: string, named: string | undefined): FiledRequest {
  const read = readJsonFile(file, 'request file');
  const { operation, body } = named === undefined && isObject(read) ? read : { operation: named, body: read };
  if (typeof operation !== 'string' || !isObject(body))
    throw new ConfigurationError(
      `${file} holds no operation and body, as ${commandLine('generate', 'refund')} prints them; --operation names that of a body alone.`,
    );
  return [documentedOperation(operation), body];
}

type Shown = Awaited<ReturnType<Session['send']>>;

/** Returns what was sent, the answer, its judgement and how to send it again. */
function sentText(operation: DocumentedOperationId, shown: Shown): string {
  const { request, head, text, outcome, grade, findings, observed, curl } = shown;
  const bold = (word: string) => pc.bold(plainText(word));
  const parts = [
    `${bold(`POST ${operationOf(operation).path}`)}\n${plainText(JSON.stringify(request, undefined, 2))}`,
    `${bold(head)}\n${plainText(text)}`,
    `${bold(outcome)} (request ${grade}): ${counted(findings.length, 'finding')}`,
    ...[...findings.map((one) => one.text), ...observed, curl].map(plainText),
  ];
  return parts.join('\n\n');
}

/** Sends a request, prints the answer and its findings, masked, and returns the exit status. */
async function sendRequest(session: Session, [operation, body]: FiledRequest): Promise<number> {
  try {
    const shown = await session.send(operation, body, { caseName: 'file', isOdd: false });
    console.log(sentText(operation, shown));
    // As of 502 or 429.
    return statusOf(shown.findings, shown.outcome === 'none' || shown.outcome === 'unclear');
  } catch (error) {
    if (isRefusedSend(error) && !(error instanceof SendingStopped))
      throw new ConfigurationError(`Nothing is sent: ${error.message}.`);
    throw error;
  }
}

async function servePage(session: Session): Promise<number> {
  const page = await serveExplore(session);
  await untilAskedToEnd(() => {
    console.log(`Explore ${session.settings.target.name} at ${page.url}`);
    console.log('The address holds a token and answers this machine only. Ctrl-C stops serving.');
  });
  await page.close();
  return exitStatus.conformant;
}

/** Serves a page that makes, edits and sends one request at a time, or sends the body in a file. */
export const explore: Subcommand = (command) => {
  targetOption(command)
    .argument('[file]', 'send the request in this file, as generate prints it, in place of serving the page')
    .option('--operation <id>', 'the file holds the body alone, of this operation');
  return async (file: string | undefined, options: ExploreOptions) => {
    if (file === undefined) refuseUnused(command, 'the page', ['target']);
    const request = file === undefined ? undefined : requestIn(file, options.operation);
    const { target } = readSettings(environmentOf(options));
    const status = await statusOfTrusting(target.tls.authorityFile);
    if (status !== undefined) return status;
    const session = await openSession(options);
    printToStderr(session.says);
    try {
      return await (request === undefined ? servePage(session) : sendRequest(session, request));
    } finally {
      await session.close();
    }
  };
};
