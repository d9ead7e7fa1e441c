#!/usr/bin/env node
// Compares the working tree with another revision: requests, a run, results for services, old evidence, rows of the
// proof, wrong command lines. A change of structure must be equal; a change of verdicts names each difference.
// Usage: node tools/equal-to.mjs REV [--only PART,PART] [--quick | --thorough] [--seeds 1,2,3] [--all] [--fresh]
//        node tools/equal-to.mjs --folders A B    (the folders of two runs of one seed with --workers 1)
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differencesOf, slowerOrFaster, textsOf } from './equal-to/compare.mjs';
import { parts, stopAll } from './equal-to/parts.mjs';

const tree = fileURLToPath(new URL('..', import.meta.url));
const usage =
  'Usage: node tools/equal-to.mjs REV [--only PART,PART] [--quick | --thorough] [--seeds 1,2,3] [--all] [--fresh]\n' +
  '       node tools/equal-to.mjs --folders A B\n' +
  `Parts: ${[...Object.keys(parts), 'bench'].join(', ')}.\n`;

function wrongUse(says) {
  process.stderr.write(`${says}\n${usage}`);
  process.exit(2);
}

function readOptions() {
  const flag = { type: 'boolean', default: false };
  const options = {
    only: { type: 'string' },
    seeds: { type: 'string' },
    quick: flag,
    thorough: flag,
    all: flag,
    fresh: flag,
    folders: flag,
  };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return wrongUse(error.message);
  }
}

function git(where, ...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: where, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr.trim()}`);
  return stdout;
}

const { values, positionals } = readOptions();
const most = values.all ? Number.POSITIVE_INFINITY : 10;

/** Prints the differences of a part, or that it is equal, and returns their number. */
function printPart(part, before, after, differences = differencesOf(before, after)) {
  if (differences.length === 0)
    console.log(`${part} equal (${before.size ?? before.length} ${countsOf[part] ?? 'texts'})`);
  else console.log(`${part}: ${differences.length} differences`);
  for (const one of differences.slice(0, most)) console.log(`- ${one}`);
  if (differences.length > most) console.log(`- and ${differences.length - most} more; --all shows them`);
  return differences.length;
}

const countsOf = { requests: 'files', lines: 'command lines', bench: 'figures' };

function finish(count) {
  console.log(count === 0 ? 'equal' : count === 1 ? '1 difference' : `${count} differences`);
  process.exitCode = count === 0 ? 0 : 1;
}

function compareFolders() {
  if (positionals.length !== 2) wrongUse('--folders takes the folders of two runs.');
  for (const folder of positionals)
    if (!existsSync(join(folder, 'conformance.json'))) wrongUse(`${folder} holds no reports of a run.`);
  const folders = positionals.map((folder) => resolve(folder));
  // A report names its folder relative to where the run started.
  const placesOf = (folder) => [
    [folder, 'FOLDER'],
    [folder.split('/').at(-1), 'FOLDER'],
  ];
  finish(printPart('run', ...folders.map((folder) => textsOf.run(folder, placesOf(folder)))));
}

/** Checks out a revision, or the working tree, into a folder and compiles it there, so that editing can continue. */
function prepare(root, commit, isTree) {
  git(tree, 'worktree', 'add', '--detach', '--quiet', root, commit);
  if (isTree) {
    const changed = git(tree, 'ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard');
    // Files that were added or removed in the index also differ from the commit.
    const staged = git(tree, 'diff', '-z', '--name-only', 'HEAD');
    for (const file of new Set(`${changed}${staged}`.split('\0').filter(Boolean))) {
      rmSync(join(root, file), { force: true });
      if (existsSync(join(tree, file))) cpSync(join(tree, file), join(root, file));
    }
  }
  const lock = 'package-lock.json';
  // With an equal lock file the installed packages are shared; otherwise the build installs its own.
  if (readFileSync(join(root, lock), 'utf8') === readFileSync(join(tree, lock), 'utf8'))
    symlinkSync(join(tree, 'node_modules'), join(root, 'node_modules'));
  const built = spawnSync(process.execPath, [join(root, 'tools', 'build.mjs')], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`${commit} does not compile:\n${built.stdout}${built.stderr}`);
}

/** Runs jobs in parallel, one per processor and at least two. */
async function runAll(jobs) {
  const left = [...jobs];
  const work = async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await job();
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
}

/**
 * The folder in which the clones of this repository cache the output of a revision, by revision, options and state of
 * these tools. The four most recently used ones are kept.
 */
function keptFolder(commit, how) {
  const all = join(resolve(tree, git(tree, 'rev-parse', '--git-common-dir').trim()), 'equal-to');
  const own = readdirSync(join(tree, 'tools', 'equal-to'))
    .sort()
    .map((name) => readFileSync(join(tree, 'tools', 'equal-to', name)));
  const digest = createHash('sha256')
    .update(JSON.stringify([how, process.version]))
    .update(Buffer.concat(own));
  const folder = join(all, `${commit}-${digest.digest('hex').slice(0, 12)}`);
  if (values.fresh) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const usedAt = (name) => statSync(join(all, name)).mtimeMs;
  const older = readdirSync(all)
    .sort((one, other) => usedAt(other) - usedAt(one))
    .slice(4);
  for (const name of older) rmSync(join(all, name), { recursive: true, force: true });
  return folder;
}

/** Caches a part of a revision with the paths in its texts; another process may do the same at the same time. */
function keepPart(part, { root, folder }, kept) {
  const fresh = join(kept, `${part}.${process.pid}`);
  mkdirSync(fresh);
  if (existsSync(join(folder, part))) cpSync(join(folder, part), join(fresh, 'made'), { recursive: true });
  writeFileSync(join(fresh, 'places.json'), JSON.stringify({ root, folder }));
  try {
    renameSync(fresh, join(kept, part));
  } catch {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const placesOf = ({ root, folder, evidence }) => [
  [evidence, 'EVIDENCE'],
  [folder, 'MADE'],
  [root, 'SUITE'],
];

/** Measures both sides in turn, and prints the ratios that differ. */
function compareBench(sides) {
  const [before, after] = sides.map(({ root }) => {
    const words = [join(root, 'tools', 'bench.mjs'), '--json'];
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(`the benchmark did not end: ${stderr}`);
    return JSON.parse(stdout).figures;
  });
  return printPart('bench', before, after, slowerOrFaster(before, after));
}

async function comparePart(part, sides, kept, how) {
  const [first, other] = sides;
  const isKept = existsSync(join(kept, part, 'places.json'));
  const jobs = await Promise.all((isKept ? [other] : sides).map((side) => parts[part](side, how)));
  // Interleaved, so that both sides run under the same load.
  const pairs = Array.from({ length: Math.max(...jobs.map(({ length }) => length)) }, (_, at) =>
    jobs.flatMap((some) => some.slice(at, at + 1)),
  );
  await runAll(pairs.flat());
  if (!isKept) keepPart(part, first, kept);
}

async function compareRevisions() {
  const [revision, ...others] = positionals;
  if (revision === undefined || others.length > 0) wrongUse('One revision is needed.');
  const wanted = values.only?.split(',') ?? Object.keys(parts);
  const unknown = wanted.find((part) => part !== 'bench' && !(part in parts));
  if (unknown !== undefined) wrongUse(`There is no part "${unknown}".`);
  const known = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], {
    cwd: tree,
    encoding: 'utf8',
  });
  if (known.status !== 0) wrongUse(`There is no revision "${revision}".`);
  const commit = known.stdout.trim();
  const how = { few: values.quick, thorough: values.thorough, seeds: values.seeds?.split(',') };
  const kept = keptFolder(commit, how);
  const folder = mkdtempSync(join(tmpdir(), 'equal-to-'));
  const sides = ['first', 'other'].map((name) => ({
    root: join(folder, name, 'suite'),
    folder: join(folder, name, 'made'),
    evidence: join(kept, 'run', 'made'),
  }));
  const close = () => {
    stopAll();
    // A stopped process may still write a last file, so the removal retries.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    git(tree, 'worktree', 'prune');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      close();
      process.exit(1);
    });
  try {
    for (const { folder: made } of sides) mkdirSync(made, { recursive: true });
    // The part `verify` needs the evidence of the part `run`.
    const made = Object.keys(parts).filter(
      (part) => wanted.includes(part) || (part === 'run' && wanted.includes('verify')),
    );
    if (wanted.includes('bench') || made.some((part) => !existsSync(join(kept, part))))
      prepare(sides[0].root, commit, false);
    prepare(sides[1].root, 'HEAD', true);
    let count = wanted.includes('bench') ? compareBench(sides) : 0;
    for (const part of made) {
      await comparePart(part, sides, kept, how);
      if (!wanted.includes(part)) continue;
      const old = JSON.parse(readFileSync(join(kept, part, 'places.json'), 'utf8'));
      count += printPart(
        part,
        textsOf[part](join(kept, part, 'made'), placesOf({ ...sides[0], ...old })),
        textsOf[part](join(sides[1].folder, part), placesOf(sides[1])),
      );
    }
    finish(count);
  } finally {
    close();
  }
}

try {
  if (values.folders) compareFolders();
  else await compareRevisions();
} catch (error) {
  // Nothing was compared: neither equal nor different, so status 2.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
