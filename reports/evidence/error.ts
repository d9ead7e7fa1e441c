import { table } from '../../schemas/table.ts';
/** Evidence that could not be written or read: the message is one line with file and reason. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
}

/** What the codes of a failure of the file system mean. */
export const reasons: Readonly<Record<string, string>> = table({
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such file or folder',
});

/** Words a failure of the file system. */
export function evidenceError(action: string, file: string, cause: unknown): EvidenceError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new EvidenceError(`evidence cannot be ${action}: ${file}: ${reason}`, { cause });
}
