import { reasons } from '../reports/evidence/error.ts';
import { plainText } from '../schemas/plain-text.ts';
import { exitStatus } from './exit-status.ts';

// What the file system forbids is for its owner to allow, and no fault of the suite.
const forbidden: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Says in one line on standard error what ended a command that was not ready for it, and returns the exit status. */
export async function tellFailure(error: unknown): Promise<number> {
  const { redactText } = await import('../reports/redact.ts');
  const {
    message,
    stack = '',
    code,
    path,
  }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  if (code !== undefined && forbidden.has(code) && path !== undefined) {
    process.stderr.write(`${plainText(redactText(path))} cannot be used: ${reasons[code]} (${code}).\n`);
    return exitStatus.usage;
  }
  const { sourcePlace } = await import('./source-place.ts');
  // Nobody who uses the suite can do anything with more of the stack than the place.
  const place = sourcePlace(stack);
  const says = plainText(redactText(message.split('\n')[0] ?? ''));
  process.stderr.write(
    `The suite itself failed: ${says || 'no reason given'}${place === undefined ? '' : ` (${place})`}\n`,
  );
  return exitStatus.suiteError;
}
