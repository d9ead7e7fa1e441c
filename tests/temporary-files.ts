import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests one folder for temporary files, which goes with them: a browser or a run that is killed leaves what nobody else removes. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}
