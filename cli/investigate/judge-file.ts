import { constants } from 'node:buffer';
import { statSync } from 'node:fs';
import { startRedaction } from '../../reports/redact.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { operationOf } from '../../schemas/operations.ts';
import { readRequest } from '../../schemas/read-request.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readNamedFile } from '../../targets/file/read-json-file.ts';
import { baseUrlOf } from '../../targets/file/target-rules.ts';
import { judgeHar } from '../judge/har.ts';
import { judgeSaved } from '../judge/message.ts';
import { findingsOf, maskReading, readingLines, type Shown } from '../judge/print.ts';
import type { Reading } from '../judge/watched.ts';
import { documentedOperation, refuseUnused } from '../option-values.ts';
import { type Subcommand, statusOf } from '../subcommand.ts';

interface JudgeOptions {
  readonly operation?: string;
  readonly request?: string;
  readonly base?: string;
}

const isHar = (file: string, bytes: Buffer) =>
  /\.har$/i.test(file) || /^(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{/.test(bytes.toString('latin1', 0, 1000));

function readSaved(file: string, bytes: Buffer, { operation: name, request: sent }: JudgeOptions): Reading {
  if (name === undefined)
    throw new ConfigurationError(
      `${file} holds no HAR file; for a saved answer, name its operation with --operation.`,
    );
  const operation = documentedOperation(name);
  const request = sent === undefined ? undefined : readBytes(sent);
  if (request !== undefined) {
    const read = readRequest(operationOf(operation).path, request, undefined);
    if (!read.ok) throw new ConfigurationError(`${sent}: ${read.reason}.`);
  }
  return judgeSaved(file, bytes, operation, request);
}

/** Judges the bytes of a HAR file or a saved answer; everything that it returns is masked. */
export function judgeTraffic(file: string, bytes: Buffer, options: JudgeOptions): Shown {
  startRedaction({ seed: 0 });
  const base = options.base === undefined ? undefined : baseUrlOf(options.base, '--base');
  const reading = isHar(file, bytes) ? judgeHar(file, bytes, base) : readSaved(file, bytes, options);
  const across = judgeRun(reading.cases.map(({ judged }) => judged));
  // What a whole run did not meet says something, what one file did not meet says nothing.
  const observations = across.observations.filter(({ fingerprint }) => fingerprint !== 'none met');
  return maskReading(reading, { ...across, observations });
}

/** Judges a HAR file or a saved answer offline. */
export const judgeFile: Subcommand = (command) => {
  command
    .argument('<file>', 'HAR file, or one saved answer with or without its headers')
    .option(
      '--base <address>',
      'only HAR entries below this address (default: the host with most calls of documented paths)',
    )
    .option('--operation <name>', 'operation of a saved answer')
    .option('--request <file>', 'body of the request that a saved answer belongs to');
  return (file: string, options: JudgeOptions) => {
    const bytes = readBytes(file);
    if (isHar(file, bytes)) refuseUnused(command, 'a HAR file', ['base']);
    else refuseUnused(command, 'a saved answer', ['operation', 'request']);
    const shown = judgeTraffic(file, bytes, options);
    for (const line of readingLines(shown)) console.log(line);
    // A file without calls proves nothing.
    return statusOf(findingsOf(shown), shown.cases.length === 0);
  };
};

/** Returns the bytes of a file; throws an error that names it. */
function readBytes(file: string): Buffer {
  const there = statSync(file, { throwIfNoEntry: false });
  const most = constants.MAX_STRING_LENGTH;
  if (there === undefined) throw new ConfigurationError(`${file} does not exist.`);
  if (there.isDirectory())
    throw new ConfigurationError(`${file} is a folder; verify judges the evidence of a run again.`);
  if (there.size > most)
    throw new ConfigurationError(
      `${file} has more than the ${Math.floor(most / 1e6)} MB that can be read as one text; record fewer calls in one file.`,
    );
  try {
    return readNamedFile(file);
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
