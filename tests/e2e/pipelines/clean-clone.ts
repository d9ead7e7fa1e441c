import { spawnSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { plainEnvironment, root } from '../command.ts';

/** What a script printed, and how it ended. */
export interface Ran {
  readonly status: number | null;
  readonly text: string;
}

// A file that is linked has the times of the original, by which the build knows that it is done already.
function put(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  try {
    linkSync(join(root, path), join(folder, path));
  } catch {
    // Another file system.
    cpSync(join(root, path), join(folder, path));
  }
}

/** Puts what a checkout of the project has into a folder, with what `npm ci` and the build would put there. */
export function cloneInto(folder: string): void {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const path of listed.stdout.split('\0'))
    if (path !== '' && !/^(tests|docs)\//.test(path)) put(path, folder);
  for (const entry of readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) put(relative(root, join(entry.parentPath, entry.name)), folder);
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
