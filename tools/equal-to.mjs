#!/usr/bin/env node
// Tells whether the working tree does the same as another revision: requests, a run, what is said of services, old evidence,
// rows of the proof, lines of wrong use. A change of structure must be equal; a change of verdicts names each difference.
// Usage: node tools/equal-to.mjs REV [--only PART,PART] [--quick | --thorough] [--seeds 1,2,3] [--all]
//        node tools/equal-to.mjs --folders A B    (the folders of two runs of one seed with --workers 1)
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differencesOf, textsOf } from './equal-to/compare.mjs';
import { parts, stopAll } from './equal-to/parts.mjs';

const tree = fileURLToPath(new URL('..', import.meta.url));
const usage =
  'Usage: node tools/equal-to.mjs REV [--only PART,PART] [--quick | --thorough] [--seeds 1,2,3] [--all]\n' +
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

/** Prints what differs in a part, or that nothing does, and returns how many differences there are. */
function printPart(part, before, after) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) console.log(`${part} equal (${before.size} texts)`);
  else console.log(`${part}: ${differences.length} differences`);
  for (const one of differences.slice(0, most)) console.log(`- ${one}`);
  if (differences.length > most) console.log(`- and ${differences.length - most} more; --all shows them`);
  return differences.length;
}

function finish(count) {
  console.log(count === 0 ? 'equal' : count === 1 ? '1 difference' : `${count} differences`);
  process.exitCode = count === 0 ? 0 : 1;
}

function compareFolders() {
  if (positionals.length !== 2) wrongUse('--folders takes the folders of two runs.');
  for (const folder of positionals)
    if (!existsSync(join(folder, 'conformance.json'))) wrongUse(`${folder} holds no reports of a run.`);
  const folders = positionals.map((folder) => resolve(folder));
  finish(printPart('run', ...folders.map((folder) => textsOf.run(folder))));
}

/** Puts a revision, or the tree as it stands, into a folder and compiles it there, so that editing goes on meanwhile. */
function prepare(root, commit, isTree) {
  git(tree, 'worktree', 'add', '--detach', '--quiet', root, commit);
  if (isTree) {
    const changed = git(tree, 'ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard');
    for (const file of new Set(changed.split('\0').filter(Boolean))) {
      rmSync(join(root, file), { force: true });
      if (existsSync(join(tree, file))) cpSync(join(tree, file), join(root, file));
    }
    // What was added or removed in the index alone differs from the commit too.
    for (const file of git(tree, 'diff', '-z', '--name-only', 'HEAD').split('\0').filter(Boolean)) {
      rmSync(join(root, file), { force: true });
      if (existsSync(join(tree, file))) cpSync(join(tree, file), join(root, file));
    }
  }
  const lock = 'package-lock.json';
  // With the same packages no registry is asked; of others the build installs its own.
  if (readFileSync(join(root, lock), 'utf8') === readFileSync(join(tree, lock), 'utf8'))
    symlinkSync(join(tree, 'node_modules'), join(root, 'node_modules'));
  const built = spawnSync(process.execPath, [join(root, 'tools', 'build.mjs')], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`${commit} does not compile:\n${built.stdout}${built.stderr}`);
}

/** Runs jobs, as many at a time as there are processors. */
async function runAll(jobs) {
  const left = [...jobs];
  const work = async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await job();
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
}

async function compareRevisions() {
  const [revision, ...others] = positionals;
  if (revision === undefined || others.length > 0) wrongUse('One revision is needed.');
  const wanted = values.only?.split(',') ?? Object.keys(parts);
  const unknown = wanted.find((part) => !(part in parts));
  if (unknown !== undefined) wrongUse(`There is no part "${unknown}".`);
  const commit = git(tree, 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`).trim();
  const folder = mkdtempSync(join(tmpdir(), 'equal-to-'));
  const sides = ['first', 'other'].map((name) => ({
    root: join(folder, name, 'suite'),
    folder: join(folder, name, 'made'),
    evidence: join(folder, 'first', 'made', 'run'),
  }));
  const close = () => {
    stopAll();
    for (const { root } of sides) {
      rmSync(root, { recursive: true, force: true });
    }
    git(tree, 'worktree', 'prune');
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      close();
      process.exit(1);
    });
  try {
    for (const { folder: made } of sides) mkdirSync(made, { recursive: true });
    prepare(sides[0].root, commit, false);
    prepare(sides[1].root, 'HEAD', true);
    const how = { few: values.quick, thorough: values.thorough, seeds: values.seeds?.split(',') };
    const needed = wanted.includes('verify') ? [...new Set(['run', ...wanted])] : wanted;
    let count = 0;
    for (const part of Object.keys(parts).filter((name) => needed.includes(name))) {
      const jobs = await Promise.all(sides.map((side) => parts[part](side, how)));
      // Side by side, so that both meet the same load.
      const pairs = Array.from({ length: Math.max(...jobs.map(({ length }) => length)) }, (_, at) =>
        jobs.map((some) => some[at]),
      );
      await runAll(pairs.flat().filter((job) => job !== undefined));
      if (!wanted.includes(part)) continue;
      const texts = sides.map(({ root, folder: made }) =>
        textsOf[part](join(made, part), [
          [made, 'MADE'],
          [root, 'SUITE'],
        ]),
      );
      count += printPart(part, ...texts);
    }
    finish(count);
  } finally {
    close();
  }
}

if (values.folders) compareFolders();
else await compareRevisions();
