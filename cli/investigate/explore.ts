import pc from 'picocolors';
import { commandLine } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { findingText } from '../../schemas/finding-text.ts';
import { isObject } from '../../schemas/json.ts';
import { operationOf } from '../../schemas/operations.ts';
import { counted, plainText } from '../../schemas/plain-text.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readJsonFile } from '../../targets/file/read-json-file.ts';
import { isRefusedSend, SendingStopped } from '../../targets/refused-send.ts';
import { readSettings } from '../../targets/settings.ts';
import { statusOfTrusting } from '../child-status.ts';
import { sendBody } from '../explore/send.ts';
import { serveExplore } from '../explore/serve.ts';
import { openSession } from '../explore/session.ts';
import {
  documentedOperation,
  printToStderr,
  refuseUnused,
  type TargetChoice,
  targetNamed,
  targetOptions,
  wholeNumber,
} from '../option-values.ts';
import { environmentOf } from '../project/run-options.ts';
import { exchangeStatus, exitStatus, type Subcommand } from '../subcommand.ts';
import { listenOnPort, untilAskedToEnd } from '../until-stopped.ts';

interface ExploreOptions extends TargetChoice {
  /** Operation of a file that holds the body alone. */
  readonly operation?: string;
  readonly port?: number;
}

/** Reads a request as `generate` prints it, or the body alone of a named operation. */
function requestIn(file: string, named: string | undefined): [DocumentedOperationId, JsonObject] {
  const read = readJsonFile(file, 'request file');
  const { operation, body } = named === undefined && isObject(read) ? read : { operation: named, body: read };
  if (typeof operation !== 'string' || !isObject(body))
    throw new ConfigurationError(
      `${file} holds no operation and body, as ${commandLine('generate', 'refund')} prints them; --operation names that of a body alone.`,
    );
  return [documentedOperation(operation), body];
}

type Sent = Awaited<ReturnType<typeof sendBody>>;

/** Returns what was sent, the answer, its judgement and how to send it again. */
function sentText({ judged, shown }: Sent): string {
  const { answer, text, outcome, grade, findings, observations, curl } = shown;
  const head =
    answer.kind === 'none'
      ? `no answer: ${answer.reason}`
      : `${answer.status} ${answer.headers['content-type'] ?? 'no content type'}, ${answer.durationMs} ms`;
  const { path } = operationOf(judged.exchange.operation as DocumentedOperationId);
  const bold = (word: string) => pc.bold(plainText(word));
  const parts = [
    `${bold(`POST ${path}`)}\n${plainText(JSON.stringify(shown.request, undefined, 2))}`,
    `${bold(head)}\n${plainText(text)}`,
    `${bold(outcome)} (request ${grade}): ${counted(findings.length, 'finding')}`,
    ...findings.map((finding) => plainText(findingText(finding, judged.exchange))),
    ...observations.map(({ clause, detail }) => plainText(`observed  ${clause}  ${detail}`)),
    plainText(curl),
  ];
  return parts.join('\n\n');
}

/** Sends the body in a file, prints the answer and its findings, masked, and returns the exit status. */
export async function exploreFile(
  file: string,
  { operation: named, ...choice }: ExploreOptions,
  print: (text: string) => void,
): Promise<number> {
  const [operation, body] = requestIn(file, named);
  const session = await openSession(choice);
  printToStderr(session.says);
  try {
    const sent = await sendBody(session, operation, body, { caseName: 'file', isOdd: false });
    print(sentText(sent));
    return exchangeStatus(sent.shown);
  } catch (error) {
    if (isRefusedSend(error) && !(error instanceof SendingStopped))
      throw new ConfigurationError(`Nothing is sent: ${error.message}.`);
    throw error;
  } finally {
    await session.close();
  }
}

async function serveUntilStopped({ port = 0, ...choice }: ExploreOptions): Promise<void> {
  const session = await openSession(choice);
  try {
    const page = await listenOnPort(port, () => serveExplore(session, { port }));
    await untilAskedToEnd(() => {
      printToStderr(session.says);
      console.log(`Explore ${session.settings.target.name} at ${page.url}`);
      console.log('The address holds a token and answers this machine only. Ctrl-C stops serving.');
    });
    await page.close();
  } finally {
    await session.close();
  }
}

/** Serves a page that makes, edits and sends one request at a time, or sends the body in a file. */
export const explore: Subcommand = (command) => {
  targetOptions(command)
    .argument('[file]', 'send the request in this file, as generate prints it, in place of serving the page')
    .option('--operation <id>', 'the file holds the body alone, of this operation')
    .option('--port <number>', 'port of the page; 0 picks a free one', wholeNumber('--port', 0, 65_535));
  return async (file: string | undefined, options: ExploreOptions) => {
    const shared = ['target', 'embedded'];
    if (file === undefined) refuseUnused(command, 'the page', [...shared, 'port']);
    else refuseUnused(command, 'a file', [...shared, 'operation']);
    const { target } = readSettings(environmentOf(defined({ target: targetNamed(options) })));
    const status = await statusOfTrusting(target.tls.authorityFile);
    if (status !== undefined) return status;
    if (file !== undefined) return exploreFile(file, options, (text) => console.log(text));
    await serveUntilStopped(options);
    return exitStatus.conformant;
  };
};
