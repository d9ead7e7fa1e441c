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
/** The rooms of the product, one folder each. */
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

// Runs and proofs write these into a room; they are no sources. Nobody looks into them: another user's run may have closed its folder.
const isMade = (path, isFolder) =>
  isFolder
    ? /^reports\/(?:out.*|\.history)$/.test(path)
    : path === 'reports/proof.json' || path.endsWith('.missed.ndjson');

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
    'playwright.config.ts',
    'tsconfig.json',
    'package.json',
    'tools/ready-made.mjs',
    'tools/bundle.mjs',
  ].map((name) => join(root, name));
  return [...rooms.flatMap(filesUnder), ...own.filter((file) => existsSync(file))];
}

// A file that was added, removed, changed or put back shows in this list, which the build keeps next to what it made.
function stateOf(files) {
  return files
    .map((file) => {
      const { mtimeMs, size } = statSync(file);
      return `${file.slice(root.length)} ${mtimeMs} ${size}`;
    })
    .join('\n');
}

const isFresh = (state) => existsSync(stamp) && readFileSync(stamp, 'utf8') === state;

/** Removes what builds left behind that were ended before they were whole. */
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

/** Makes the folder of a new build; ends the process with one line where this clone takes none, as one that belongs to somebody else. */
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

/** Runs a program of the build; ends the process with what it said where it fails. */
function demand(words, failure) {
  const ran = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (ran.status === 0) return;
  process.stderr.write(`${ran.stdout}${ran.stderr}${failure}\n`);
  process.exit(2);
}

/** Copies what is no source of the compiler, as schemas and pages, into a folder. */
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
 * Keeps the joined files of the build before together with those of a new one: a command that is under way still loads some of them, such
 * as what writes its reports. Their names tell them apart, and those of the build before that are left behind.
 */
export function keepEarlier(before, fresh) {
  if (!existsSync(join(before, 'chunks'))) return;
  const older = new Set(earlierIn(before));
  const made = new Set(readdirSync(join(fresh, 'chunks')));
  const kept = readdirSync(join(before, 'chunks')).filter((name) => !older.has(name) && !made.has(name));
  for (const name of kept) cpSync(join(before, 'chunks', name), join(fresh, 'chunks', name));
  writeFileSync(join(fresh, earlierList), JSON.stringify(kept));
}

/** Removes what was kept of the build before, which is no part of a package. */
export function removeEarlier(dist = join(root, 'dist')) {
  for (const name of earlierIn(dist)) rmSync(join(dist, 'chunks', name), { force: true });
  rmSync(join(dist, earlierList), { force: true });
}

/**
 * Compiles the rooms into dist/ when a source was changed, added or removed since; returns whether it compiled. What runs is
 * joined into few files; dist/modules/ has one for each source, for the tools that take a module out.
 */
export function build() {
  const files = sources();
  // Taken before compiling, so that a file that changes meanwhile is compiled again.
  const state = stateOf(files);
  if (isFresh(state)) return false;
  demandCompiler(root);
  removeAbandoned();
  // Another command may be running from dist/: the new one is put in its place whole.
  const fresh = join(root, `dist.${process.pid}`);
  makeFresh(fresh);
  const modules = join(fresh, 'modules');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  demand(
    [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', modules],
    'The sources do not compile; fix the errors listed above.',
  );
  copyOthers(files, modules);
  const readyMade = join('schemas', 'ready-made');
  demand(
    [join(root, 'tools', 'ready-made.mjs'), modules],
    'The checks of the schemas cannot be compiled; see above.',
  );
  copyOthers(files, fresh);
  cpSync(join(modules, readyMade), join(fresh, readyMade), { recursive: true });
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
