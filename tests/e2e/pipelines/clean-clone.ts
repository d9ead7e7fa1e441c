import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainEnvironment, root } from '../command.ts';

/** What a script printed, and how it ended. */
export interface Ran {
  readonly status: number | null;
  readonly text: string;
}

/** Copies what a checkout of the project has into a folder, with the packages that `npm ci` would put there. */
export function cloneInto(folder: string): void {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const path of listed.stdout.split('\0').filter((one) => one !== '' && !/^(tests|docs)\//.test(one))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** Runs a script as a CI system does: in a shell that ends with the first failure. */
export function runScript(
  script: string,
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Ran {
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd,
    env: plainEnvironment({ CI: 'true', ...environment }),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return { status, text: stdout + stderr };
}
