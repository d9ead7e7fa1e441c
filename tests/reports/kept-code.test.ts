import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';
import { root } from '../house/source-files.ts';

/** A package that is long enough to be kept, and needs what a module of its kind may need; `late` adds another expression. */
function writePackage(folder: string, word: string, late = "'none'"): string {
  const inside = join(folder, 'node_modules', 'long');
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(inside, 'beside.js'), `exports.beside = ${JSON.stringify(word)};`);
  const script = `#!/usr/bin/env node
    // ${'x'.repeat(20_000)}
    const { beside } = require('./beside.js');
    exports.tell = async () => [beside, ${JSON.stringify(word)}, ${late}, __filename, module.id];`;
  const path = join(inside, 'index.js');
  writeFileSync(path, script);
  return path;
}

interface Told {
  readonly words?: readonly string[];
  readonly options?: string;
}

function load(path: string, kept: string | undefined, { words = [], options = '' }: Told = {}) {
  const done = spawnSync(
    process.execPath,
    [
      ...['--require', join(root, 'reports/kept-code.cjs')],
      ...['-e', `require(${JSON.stringify(path)}).tell().then((told) => console.log(JSON.stringify(told)))`],
      ...words,
    ],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: options,
        ...(kept === undefined ? {} : { CONFORMANCE_KEPT_CODE: kept }),
      },
    },
  );
  return { said: done.stderr, told: JSON.parse(done.stdout) as unknown };
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const of = (path: string, word: string, late = 'none') => ({
  said: '',
  told: [word, word, late, path, path],
});

test('what a package was compiled to is kept, and found by the next process', () => {
  const [folder, kept] = [emptyFolder(), emptyFolder()];
  const path = writePackage(folder, 'first');
  expect(load(path, kept)).toEqual(of(path, 'first'));
  const written = filesIn(kept).map((file) => [file, statSync(file).mtimeMs]);
  expect(written.length).toBeGreaterThan(0);
  expect(load(path, kept)).toEqual(of(path, 'first'));
  expect(filesIn(kept).map((file) => [file, statSync(file).mtimeMs])).toEqual(written);
});

test('what is kept does not grow with what a process is told', () => {
  const [folder, kept] = [emptyFolder(), emptyFolder()];
  const path = writePackage(folder, 'first');
  const other = join(folder, 'other.cjs');
  writeFileSync(other, '');
  load(path, kept, { words: ['one-folder'] });
  const before = filesIn(kept);
  load(path, kept, { words: ['another-folder'], options: `--require=${JSON.stringify(other)}` });
  expect(filesIn(kept)).toEqual(before);
});

test('a package that has changed since is compiled anew, also where it is as long', () => {
  const [folder, kept] = [emptyFolder(), emptyFolder()];
  load(writePackage(folder, 'first'), kept);
  const path = writePackage(folder, 'other');
  expect(load(path, kept)).toEqual(of(path, 'other'));
  expect(load(path, kept)).toEqual(of(path, 'other'));
});

test('what was kept and is damaged is not taken', () => {
  const [folder, kept] = [emptyFolder(), emptyFolder()];
  const path = writePackage(folder, 'first');
  load(path, kept);
  for (const file of filesIn(kept)) {
    const bytes = readFileSync(file);
    bytes.writeUInt8((bytes.at(-9) ?? 0) ^ 0xff, bytes.length - 9);
    writeFileSync(file, bytes);
  }
  const damaged = filesIn(kept).map((file) => readFileSync(file, 'latin1'));
  expect(load(path, kept)).toEqual(of(path, 'first'));
  // It was compiled anew, and kept in its place.
  for (const file of filesIn(kept)) expect(damaged).not.toContain(readFileSync(file, 'latin1'));
  for (const file of filesIn(kept)) writeFileSync(file, '');
  expect(load(path, kept)).toEqual(of(path, 'first'));
});

test('a package that imports while it runs goes on to do so', () => {
  const [folder, kept] = [emptyFolder(), emptyFolder()];
  const path = writePackage(folder, 'first', '(await eval(\'import("node:path")\')).posix.sep');
  for (let times = 0; times < 2; times += 1) expect(load(path, kept)).toEqual(of(path, 'first', '/'));
});

test('nothing is kept without a folder, nor where it cannot be written', () => {
  const [folder, kept] = [emptyFolder(), emptyFolder()];
  const path = writePackage(folder, 'first');
  expect(load(path, undefined)).toEqual(of(path, 'first'));
  const file = join(kept, 'file');
  writeFileSync(file, '');
  expect(load(path, file)).toEqual(of(path, 'first'));
  expect(filesIn(kept)).toEqual([file]);
});
