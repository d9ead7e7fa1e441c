import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '../targets/configuration-error.ts';

/** Makes a private temporary folder; who asks for it removes it. */
export function makeTemporary(kind: string): string {
  const all = tmpdir();
  try {
    return mkdtempSync(join(all, `conformance-${kind}-`));
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `No temporary folder can be made in ${all} (${code}); the variable TMPDIR names another place.`,
    );
  }
}

/** Runs work whose temporary files go into the given folder. */
export async function withTemporaryFiles<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

const written: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EBUSY']);

/** Removes a folder; if an ending process still writes to it, it stays. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!written.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
