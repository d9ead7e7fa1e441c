import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Exits with one line if Node is older than 20.19. */
function demandNode() {
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Node 20.19 or later is needed; this is ${process.version}.\n`);
  process.exit(2);
}

/** Returns whether every package of the lock file is installed in its version; optional ones may be missing. */
function isInstalled(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const found = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || (found[path] === undefined ? entry.optional : found[path].version === entry.version),
  );
}

/** Exits with one line if the compiler for this platform, an optional package, is not installed. */
export function demandCompiler(root) {
  const compiler = `@typescript/typescript-${process.platform}-${process.arch}`;
  try {
    createRequire(join(root, 'node_modules', 'typescript', 'package.json')).resolve(
      `${compiler}/package.json`,
    );
  } catch {
    process.stderr.write(
      `The compiler of this platform (${compiler}) is not installed, as after npm ci --omit=optional: run npm ci. CONFORMANCE_BROWSER=none goes without the browser.\n`,
    );
    process.exit(2);
  }
}

/** Installs the packages of the lock file if any is missing; exits with status 2 if Node is too old or npm fails. */
export function installMissing(root) {
  demandNode();
  if (isInstalled(root)) return;
  process.stdout.write('Installing the packages of package-lock.json (once) ...\n');
  const npm = process.env.npm_execpath;
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...words], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', words, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      });
  if (done.status === 0) return;
  process.stderr.write('npm ci did not succeed; run it by hand to see why, then start again.\n');
  process.exit(2);
}
