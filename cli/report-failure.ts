import { reasons } from '../reports/evidence/line-file.ts';
import { plainText } from '../schemas/plain-text.ts';
import { table } from '../schemas/table.ts';
import { exitStatus } from './subcommand.ts';

const place = /\b((?:cli|reports|targets|opening|generators|schemas|mock|chunks)\/[\w./-]+\.[jt]s:\d+)/;

/** Returns the first place of the suite in a stack; undefined if there is none. A clone names the source. */
export const sourcePlace = (stack: string): string | undefined => place.exec(stack)?.[1];

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
  const at = sourcePlace(stack);
  const says = plainText(redactText(message.split('\n')[0] ?? ''));
  const where = at === undefined ? '' : ` (${at})`;
  process.stderr.write(`The suite itself failed: ${says || 'no reason given'}${where}\n`);
  return exitStatus.suiteError;
}
