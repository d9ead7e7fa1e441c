import { spawnSync } from 'node:child_process';
import { packageRoot } from './package-root.ts';
import { suiteVersion } from './suite-version.ts';

/** Version and commit of the suite; an installed package has no commit. */
export function suiteFacts(): { version: string; commit: string } {
  const asked = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: packageRoot, encoding: 'utf8' });
  const commit = asked.status === 0 ? asked.stdout.trim() : 'unknown';
  return { version: suiteVersion, commit };
}
