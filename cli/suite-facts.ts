import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteVersion } from '../targets/suite-version.ts';
import { isInstalled, packageRoot } from './package-root.ts';

/** Version and commit of the suite; an installed package carries the commit that it was packed from. */
export function suiteFacts(): { version: string; commit: string } {
  return { version: suiteVersion, commit: (isInstalled ? packedCommit() : checkedOutCommit()) ?? 'unknown' };
}

function checkedOutCommit(): string | undefined {
  const asked = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: packageRoot, encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : undefined;
}

// Git would name the commit of the project that the package is installed in.
function packedCommit(): string | undefined {
  try {
    return JSON.parse(readFileSync(join(packageRoot, 'dist', 'commit.json'), 'utf8')).commit;
  } catch {
    return undefined;
  }
}
