import { spawnSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
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

const standIns = '.stand-ins';

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
  // npx itself takes as long as the command; tests/e2e/fault.test.ts and tests/pack/pack.test.ts call it.
  mkdirSync(join(folder, standIns));
  const names = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).bin).join('|');
  const commands = `${names}) shift; exec node cli/conformance.mjs "$@";; playwright) shift; exec node node_modules/@playwright/test/cli.js "$@";;`;
  const npx = `case "$1" in ${commands} *) exit 127;; esac`;
  writeFileSync(join(folder, standIns, 'npx'), `#!/bin/sh\n${npx}\n`, { mode: 0o755 });
}

/** Runs a script as a CI system does: in a shell that ends with the first failure. */
export function runScript(
  script: string,
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Ran {
  const PATH = join(cwd, standIns) + delimiter + (process.env.PATH ?? '');
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd,
    env: plainEnvironment({ CI: 'true', PATH, ...environment }),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return { status, text: stdout + stderr };
}
