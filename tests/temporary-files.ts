import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const prefix = 'tests-';

/** Gives all tests one folder for temporary files, which goes with them: a browser or a run that is killed leaves what nobody else removes. */
export function setup(): () => void {
  // Each project calls it; a folder in a folder would make paths too long for sockets.
  if (basename(tmpdir()).startsWith(prefix)) return () => {};
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}
