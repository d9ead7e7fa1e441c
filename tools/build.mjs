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
const rooms = ['schemas', 'generators', 'targets', 'opening', 'specs', 'mock', 'reports', 'cli'];
const stamp = join(root, 'dist', '.built');

// Runs and proofs write these into a room; they are no sources.
const made = ['out', '.history', 'proof.json'];

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !made.some((path) => file.startsWith(join(root, 'reports', path))));
}

function sources() {
  const own = ['playwright.config.ts', 'tsconfig.json', 'package.json', 'tools/ready-made.mjs'].map((name) =>
    join(root, name),
  );
  return [
    ...rooms.flatMap((room) => filesUnder(join(root, room))),
    ...own.filter((file) => existsSync(file)),
  ];
}

// A file that was added, removed, changed or put back shows in this list, which the build keeps beside what it made.
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

/** Compiles the rooms into dist/ when a source was changed, added or removed since; returns whether it compiled. */
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
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const compiled = spawnSync(
    process.execPath,
    [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh],
    {
      encoding: 'utf8',
    },
  );
  if (compiled.status !== 0) {
    process.stderr.write(
      `${compiled.stdout}${compiled.stderr}The sources do not compile; fix the errors listed above.\n`,
    );
    process.exit(2);
  }
  for (const file of files) {
    if (!/\.(json|mjs|html|css|svg|js|pem)$/.test(file) || dirname(file) === root.replace(/\/$/, ''))
      continue;
    const copy = join(fresh, file.slice(root.length));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(file, copy);
  }
  const checks = spawnSync(process.execPath, [join(root, 'tools', 'ready-made.mjs'), fresh], {
    encoding: 'utf8',
  });
  if (checks.status !== 0) {
    process.stderr.write(`${checks.stderr}The checks of the schemas cannot be compiled; see above.\n`);
    process.exit(2);
  }
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
