import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { reasons } from '../reports/evidence/line-file.ts';
import { plainText } from '../schemas/plain-text.ts';
import { table } from '../schemas/table.ts';
import { exitStatus } from './subcommand.ts';

const compiled = /(file:\/\/[^\s()]+\/(?:chunks|cli)\/[\w./-]+\.js):(\d+):(\d+)/;
const source = /\b((?:cli|reports|targets|opening|generators|schemas|mock)\/[\w./-]+:\d+)/;

// The source map exists only in a clone, next to the file.
function originalPlace(file: string, line: number, column: number): string | undefined {
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

/** Returns the first place of the suite in a stack, in the sources if possible; undefined if there is none. */
export function sourcePlace(stack: string): string | undefined {
  const [, file, line, column] = compiled.exec(stack) ?? [];
  if (file === undefined) return source.exec(stack)?.[1];
  const name = file.split('/').slice(-2).join('/');
  return originalPlace(file, Number(line), Number(column)) ?? `${name}:${line}:${column}`;
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

/** Prints one line about an unexpected error, and returns the exit status. */
export async function reportFailure(error: unknown): Promise<number> {
  const { redactText } = await import('../reports/redact.ts');
  const {
    message,
    stack = '',
    code,
    path,
  }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const status = ofTheSystem[code ?? ''];
  if (status !== undefined) {
    const file = path === undefined ? 'A file' : plainText(redactText(path));
    process.stderr.write(`${file} cannot be used: ${reasons[code ?? '']} (${code}).\n`);
    return status;
  }
  // Users cannot use more of the stack than the place.
  const place = sourcePlace(stack);
  const says = plainText(redactText(message.split('\n')[0] ?? ''));
  const where = place === undefined ? '' : ` (${place})`;
  process.stderr.write(`The suite itself failed: ${says || 'no reason given'}${where}\n`);
  return exitStatus.suiteError;
}
