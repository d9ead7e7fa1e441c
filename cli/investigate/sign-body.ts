import { readFileSync } from 'node:fs';
import { commandLine, shellWord } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { operationOf } from '../../schemas/operations.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { encodeRequest } from '../../targets/sending/wire-request.ts';
import { embeddedTargetFile, targetFileIn } from '../../targets/settings.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import { practiceKey } from '../embedded.ts';
import {
  documentedOperation,
  printToStderr,
  type TargetChoice,
  targetNamed,
  targetOptions,
  unnamedLine,
} from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { shownHeaders } from './generate.ts';

interface SignOptions extends TargetChoice {
  readonly operation: DocumentedOperationId;
  readonly signature?: true;
  readonly curl?: true;
}

function textOf(file: string): string {
  try {
    // A here-document ends with a line end that is not part of the body.
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** Returns the encoded signed body; if the text has a placeholder signature, only this is replaced. */
function signedText(
  text: string,
  { value, signature }: { readonly value: JsonObject; readonly signature: string },
  { target, operation }: { readonly target: Target; readonly operation: DocumentedOperationId },
): string {
  const { encryption_data: standIn } = value;
  const parts = typeof standIn === 'string' && standIn !== '' ? text.split(standIn) : [];
  if (parts.length === 2) return parts.join(signature);
  return encodeRequest(operation, { ...value, encryption_data: signature }, target).body;
}

function curlLines(
  file: string,
  words: readonly string[],
  target: Target,
  operation: DocumentedOperationId,
): string[] {
  if (file === '-') throw new ConfigurationError('--curl needs a file: what is typed cannot be read twice.');
  const { path } = operationOf(operation);
  const { contentType } = encodeRequest(operation, {}, target);
  const headers = [`-H ${shellWord(`Content-Type: ${contentType}`)}`, ...shownHeaders(target)];
  return [
    `${commandLine(...words)} |`,
    `curl -sS -X POST ${shellWord(`${target.baseUrl ?? 'http://127.0.0.1:8080'}${path}`)} \\`,
    ...headers.map((header) => `  ${header} \\`),
    '  --data-binary @-',
  ];
}

/** Signs a request body by the recipe of a target. */
export const signBody: Subcommand = (command) => {
  targetOptions(command, 'target file that names recipe and key')
    .argument('<file>', 'body of the request as JSON, form or XML; - reads standard input')
    .requiredOption('--operation <name>', 'operation that the body is for', documentedOperation)
    .option('--signature', 'print only the signature')
    .option('--curl', 'print the command that sends the signed body; it holds no secret');
  return async (file: string, { operation, signature: alone, curl, ...choice }: SignOptions) => {
    const environment = { ...process.env, ...defined({ CONFORMANCE_TARGET: targetNamed(choice) }) };
    const targetFile = targetFileIn(environment);
    printToStderr(unnamedLine(environment));
    const target = loadTarget(targetFile, { CONFORMANCE_MOCK_KEY: practiceKey, ...process.env });
    if (curl === true) {
      const service = targetFile === embeddedTargetFile() ? ['--embedded'] : ['--target', targetFile];
      const words = ['sign-body', file, ...service, '--operation', operation];
      for (const line of curlLines(file, words, target, operation)) console.log(line);
      return exitStatus.conformant;
    }
    const text = textOf(file);
    const read = readRequest(operationOf(operation).path, Buffer.from(text), undefined);
    if (!read.ok) throw new ConfigurationError(`${file === '-' ? 'standard input' : file}: ${read.reason}.`);
    const { encryption_data: _, ...body } = read.value;
    const signature = (await createSigner(target)).sign(body, operation);
    // A body contains cards and names, and a terminal keeps its output.
    if (alone === true) console.log(signature);
    else if (process.stdout.isTTY === true) {
      console.log(`encryption_data  ${signature}`);
      console.log(
        'The body is not shown in a terminal: write it into a file with >, or pipe it into curl (--curl).',
      );
    } else process.stdout.write(signedText(text, { value: read.value, signature }, { target, operation }));
    return exitStatus.conformant;
  };
};
