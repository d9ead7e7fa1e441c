import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { reasons } from '../reports/evidence/line-file.ts';
import { plainText } from '../schemas/plain-text.ts';
import { table } from '../schemas/table.ts';
import { exitStatus } from './subcommand.ts';

const compiled = /(file:\/\/[^\s()]+\/(?:chunks|cli)\/[\w./-]+\.js):(\d+):(\d+)/;
const source = /\b((?:cli|reports|targets|opening|generators|schemas|mock)\/[\w./-]+:\d+)/;

// The map lies next to the file in a clone, and in no package.
function inSources(file: string, line: number, column: number): string | undefined {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
    const found = map.findEntry(line - 1, column - 1);
    return 'originalSource' in found
      ? `${found.originalSource.replace(/^(?:\.\.\/)+/, '')}:${found.originalLine + 1}`
      : undefined;
  } catch {
    return undefined;
  }
}

/** The first place of the suite in a stack, as the sources name it where that can be told; undefined where it names none. */
export function sourcePlace(stack: string): string | undefined {
  const [, file, line, column] = compiled.exec(stack) ?? [];
  if (file === undefined) return source.exec(stack)?.[1];
  const name = file.split('/').slice(-2).join('/');
  return inSources(file, Number(line), Number(column)) ?? `${name}:${line}:${column}`;
}

// Missing permissions and full disks are not errors of the suite.
const ofTheSystem: Readonly<Record<string, number>> = table({
  EACCES: exitStatus.usage,
  EPERM: exitStatus.usage,
  EROFS: exitStatus.usage,
  EEXIST: exitStatus.usage,
  ENOTDIR: exitStatus.usage,
  EISDIR: exitStatus.usage,
  ELOOP: exitStatus.usage,
  ENAMETOOLONG: exitStatus.usage,
  ENOSPC: exitStatus.suiteError,
  EDQUOT: exitStatus.suiteError,
  EMFILE: exitStatus.suiteError,
});

/** Says in one line on standard error what ended a command that was not ready for it, and returns the exit status. */
export async function tellFailure(error: unknown): Promise<number> {
  const { redactText } = await import('../reports/redact.ts');
  const {
    message,
    stack = '',
    code,
    path,
  }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const status = ofTheSystem[code ?? ''];
  if (status !== undefined) {
    const what = path === undefined ? 'A file' : plainText(redactText(path));
    process.stderr.write(`${what} cannot be used: ${reasons[code ?? '']} (${code}).\n`);
    return status;
  }
  // Nobody who uses the suite can do anything with more of the stack than the place.
  const place = sourcePlace(stack);
  const says = plainText(redactText(message.split('\n')[0] ?? ''));
  process.stderr.write(
    `The suite itself failed: ${says || 'no reason given'}${place === undefined ? '' : ` (${place})`}\n`,
  );
  return exitStatus.suiteError;
}
