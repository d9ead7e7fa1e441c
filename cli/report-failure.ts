import { reasons } from '../reports/evidence/line-file.ts';
import { plainText } from '../schemas/plain-text.ts';
import { exitStatus } from './subcommand.ts';

const place = /\b((?:cli|reports|targets|opening|generators|schemas|mock|chunks)\/[\w./-]+\.[jt]s:\d+)/;

/** Returns the first place of the suite in a stack; undefined if there is none. A clone names the source. */
export const sourcePlace = (stack: string): string | undefined => place.exec(stack)?.[1];

// A full disk, too many open files.
const full = /^(?:ENOSPC|EDQUOT|EMFILE)$/;

/** Prints one line about an unexpected error, and returns the exit status. */
export async function reportFailure(error: unknown): Promise<number> {
  const { redactText } = await import('../reports/redact.ts');
  const {
    message,
    stack = '',
    code,
    path,
  }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const reason = code === undefined || code === 'ENOENT' ? undefined : reasons[code];
  if (code !== undefined && reason !== undefined) {
    const file = path === undefined ? 'A file' : plainText(redactText(path));
    process.stderr.write(`${file} cannot be used: ${reason} (${code}).\n`);
    // The suite is not at fault where permissions are missing.
    return full.test(code) ? exitStatus.suiteError : exitStatus.usage;
  }
  // Users cannot use more of the stack than the place.
  const at = sourcePlace(stack);
  const says = plainText(redactText(message.split('\n')[0] ?? ''));
  const where = at === undefined ? '' : ` (${at})`;
  process.stderr.write(`The suite itself failed: ${says || 'no reason given'}${where}\n`);
  return exitStatus.suiteError;
}
