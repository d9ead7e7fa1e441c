import { constants } from 'node:buffer';
import { statSync } from 'node:fs';
import { startRedaction } from '../../reports/redact.ts';
import { defined } from '../../schemas/defined.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { operationOf } from '../../schemas/operations.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { readRequest } from '../../schemas/read-request.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readNamedFile } from '../../targets/file/read-json-file.ts';
import { baseUrlOf } from '../../targets/file/target-rules.ts';
import { judgeHar } from '../judge/har.ts';
import { demandAnswer, judgeSaved } from '../judge/message.ts';
import { findingsOf, maskReading, readingJson, readingLines } from '../judge/print.ts';
import type { Reading } from '../judge/watched.ts';
import { documentedOperation, refuseUnused, wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

interface JudgeOptions {
  readonly operation?: string;
  readonly request?: string;
  readonly status: number;
  readonly base?: string;
  readonly accepted?: true;
  readonly json?: true;
}

function readHar(file: string, bytes: Buffer, { base, accepted }: JudgeOptions): Reading {
  const address = base === undefined ? undefined : baseUrlOf(base, '--base');
  return judgeHar(file, bytes, defined({ base: address, accepted }));
}

function readSaved(file: string, bytes: Buffer, options: JudgeOptions): Reading {
  demandAnswer(file, bytes);
  const { operation: name, status, request: sent, accepted } = options;
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
  const about = { operation, status, ...defined({ request, accepted }) };
  return judgeSaved(file, bytes, about);
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
    .option('--request <file>', 'body of the request that a saved answer belongs to')
    .option(
      '--status <number>',
      'HTTP status of a saved answer without a status line',
      wholeNumber('--status', 100, 599),
      200,
    )
    .option('--accepted', 'treat the calls as successful, even where an answer looks like a refusal')
    .option('--json', 'print JSON lines: one per exchange, one for the whole, one per entry left out');
  return (file: string, options: JudgeOptions) => {
    startRedaction({ seed: 0 });
    const bytes = readBytes(file);
    const isHar =
      /\.har$/i.test(file) ||
      /^(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{/.test(bytes.toString('latin1', 0, 1000));
    if (isHar) refuseUnused(command, 'a HAR file', ['base', 'accepted', 'json']);
    else refuseUnused(command, 'a saved answer', ['operation', 'request', 'status', 'accepted', 'json']);
    const reading = isHar ? readHar(file, bytes, options) : readSaved(file, bytes, options);
    const across = judgeRun(reading.cases.map(({ judged }) => judged));
    // What a whole run did not meet says something, what one file did not meet says nothing.
    const observations = across.observations.filter(({ fingerprint }) => fingerprint !== 'none met');
    const shown = maskReading(reading, { ...across, observations });
    if (options.json) for (const line of readingJson(shown)) console.log(jsonText(line));
    else for (const line of readingLines(shown)) console.log(line);
    const verdicts = new Set(findingsOf(shown).map(({ verdict }) => verdict));
    if (verdicts.has('suite-error')) return exitStatus.suiteError;
    if (verdicts.has('fail')) return exitStatus.nonConformant;
    // A file without calls proves nothing, and undecided verdicts are not conformant.
    const isOpen = shown.cases.length === 0 || verdicts.has('inconclusive');
    return isOpen ? exitStatus.incomplete : exitStatus.conformant;
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
