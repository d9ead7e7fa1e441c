import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { demandCompiler, installMissing } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The folders of the product. */
export const rooms = [
  'schemas',
  'generators',
  'targets',
  'opening',
  'specs',
  'mock',
  'reports',
  'cli',
  'proof',
  'entries',
];
const stamp = join(root, 'dist', '.built');

// Output of runs and proofs, not sources. It is never opened, as a folder of another user may not be readable.
const isMade = (path, isFolder) =>
  isFolder ? /^reports\/out.*$/.test(path) : path === 'reports/proof.json' || path.endsWith('.missed.ndjson');

function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (isMade(path, entry.isDirectory())) return [];
    if (entry.isDirectory()) return filesUnder(path);
    return entry.isFile() ? [join(root, path)] : [];
  });
}

function sources() {
  const own = [
    'merge.config.ts',
    'playwright.config.ts',
    'tsconfig.json',
    'package.json',
    'tools/bundle.mjs',
  ].map((name) => join(root, name));
  return [...rooms.flatMap(filesUnder), ...own.filter((file) => existsSync(file))];
}

// Shows every added, removed, changed or restored file; the build stores it with its output.
function stateOf(files) {
  return files
    .map((file) => {
      const { mtimeMs, size } = statSync(file);
      return `${file.slice(root.length)} ${mtimeMs} ${size}`;
    })
    .join('\n');
}

const isFresh = (state) => existsSync(stamp) && readFileSync(stamp, 'utf8') === state;

/** Removes the output of builds that were stopped. */
function removeAbandoned() {
  for (const name of readdirSync(root)) {
    const [, pid] = /^dist\.(\d+)(\.old)?$/.exec(name) ?? [];
    if (pid === undefined) continue;
    try {
      process.kill(Number(pid), 0);
    } catch {
      rmSync(join(root, name), { recursive: true, force: true });
    }
  }
}

/** Creates the folder of a new build; exits with status 2 and one line if this clone is not writable. */
function makeFresh(fresh) {
  try {
    mkdirSync(fresh, { recursive: true });
  } catch ({ code }) {
    process.stderr.write(
      `The sources are newer than dist/, and nothing can be written in ${root} (${code}): node tools/build.mjs compiles them where that is allowed.\n`,
    );
    process.exit(2);
  }
}

/** Runs a program of the build; if it fails, prints its output and exits with status 2. */
function demand(words, failure) {
  const ran = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (ran.status === 0) return;
  process.stderr.write(`${ran.stdout}${ran.stderr}${failure}\n`);
  process.exit(2);
}

/** Copies files that are not compiled, such as schemas and pages, into a folder. */
function copyOthers(files, folder) {
  for (const file of files) {
    if (
      !/\.(json|mjs|cjs|html|css|svg|js|pem)$/.test(file) ||
      !rooms.some((room) => file.startsWith(join(root, room, '/')))
    )
      continue;
    const copy = join(folder, file.slice(root.length));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(file, copy);
  }
}

const earlierList = '.earlier.json';

function earlierIn(dist) {
  const list = join(dist, earlierList);
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}

/**
 * Copies the chunks of the previous build into a new one, because a running command may still load some, for example to
 * write its reports. Their names are unique; chunks of older builds are dropped.
 */
export function keepEarlier(before, fresh) {
  if (!existsSync(join(before, 'chunks'))) return;
  const older = new Set(earlierIn(before));
  const made = new Set(readdirSync(join(fresh, 'chunks')));
  const kept = readdirSync(join(before, 'chunks')).filter((name) => !older.has(name) && !made.has(name));
  for (const name of kept) cpSync(join(before, 'chunks', name), join(fresh, 'chunks', name));
  writeFileSync(join(fresh, earlierList), JSON.stringify(kept));
}

/** Removes the chunks of the previous build, which do not belong into a package. */
export function removeEarlier(dist = join(root, 'dist')) {
  for (const name of earlierIn(dist)) rmSync(join(dist, 'chunks', name), { force: true });
  rmSync(join(dist, earlierList), { force: true });
}

/**
 * Compiles the product into dist/ if a source was changed, added or removed; returns whether it compiled. The modules
 * are bundled into a few files; dist/modules/ has one file per source, for tools that load single modules.
 */
export function build() {
  const files = sources();
  // Determined before compiling, so that a file changed meanwhile is compiled again.
  const state = stateOf(files);
  if (isFresh(state)) return false;
  demandCompiler(root);
  removeAbandoned();
  // Another command may be running from dist/, so the new build replaces it as a whole.
  const fresh = join(root, `dist.${process.pid}`);
  makeFresh(fresh);
  const modules = join(fresh, 'modules');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  demand(
    [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', modules],
    'The sources do not compile; fix the errors listed above.',
  );
  copyOthers(files, modules);
  copyOthers(files, fresh);
  demand([join(root, 'tools', 'bundle.mjs'), fresh], 'The modules cannot be joined; see above.');
  keepEarlier(join(root, 'dist'), fresh);
  writeFileSync(join(fresh, '.built'), state);
  const old = join(root, `dist.${process.pid}.old`);
  if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old);
  renameSync(fresh, join(root, 'dist'));
  rmSync(old, { recursive: true, force: true });
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  installMissing(root);
  process.stdout.write(build() ? 'Compiled into dist/.\n' : 'dist/ is up to date.\n');
}
