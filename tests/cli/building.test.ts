import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { keepEarlier, removeEarlier, rooms } from '../../tools/build.mjs';
import { root } from '../house/source-files.ts';
import { emptyFolder } from './command.ts';

const compiler = `@typescript/typescript-${process.platform}-${process.arch}`;

/** A clone without sources whose packages are installed, but for those of the platform. */
function bareClone(): string {
  const folder = emptyFolder();
  cpSync(join(root, 'tools'), join(folder, 'tools'), { recursive: true });
  for (const room of rooms) mkdirSync(join(folder, room));
  for (const list of ['package-lock.json', 'node_modules/.package-lock.json']) {
    mkdirSync(dirname(join(folder, list)), { recursive: true });
    writeFileSync(join(folder, list), '{ "packages": {} }');
  }
  return folder;
}

test('a clone without the optional packages names the compiler that it lacks', () => {
  const folder = bareClone();
  for (const script of ['tools/build.mjs', 'tools/test.mjs']) {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, script)], { encoding: 'utf8' });
    expect([status, stderr.split('\n')]).toEqual([
      2,
      [
        `The compiler of this platform (${compiler}) is not installed, as after npm ci --omit=optional: run npm ci. CONFORMANCE_BROWSER=none goes without the browser.`,
        '',
      ],
    ]);
  }
});

test('what a command loads later is there after one build, and gone after the next', () => {
  const [first, second, third] = [emptyFolder(), emptyFolder(), emptyFolder()];
  const joined = (folder: string) => readdirSync(join(folder, 'chunks')).sort();
  for (const [folder, name] of [
    [first, 'a-1.js'],
    [second, 'a-2.js'],
    [third, 'a-3.js'],
  ] as const) {
    mkdirSync(join(folder, 'chunks'));
    for (const file of ['same-1.js', name]) writeFileSync(join(folder, 'chunks', file), '');
  }
  keepEarlier(first, second);
  expect(joined(second)).toEqual(['a-1.js', 'a-2.js', 'same-1.js']);
  keepEarlier(second, third);
  expect(joined(third)).toEqual(['a-2.js', 'a-3.js', 'same-1.js']);
  removeEarlier(third);
  expect(joined(third)).toEqual(['a-3.js', 'same-1.js']);
});

test('a clone that nothing can be written into says so in one line', () => {
  const folder = bareClone();
  mkdirSync(join(folder, 'node_modules', compiler), { recursive: true });
  writeFileSync(join(folder, 'node_modules', compiler, 'package.json'), '{}');
  // A folder without the right to write would not stop an administrator; a file in the place of the build does.
  const inTheWay = `require('node:fs').writeFileSync('dist.' + process.pid, '');`;
  const build = `import('./tools/build.mjs').then(({ build }) => build());`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', inTheWay + build], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr.split('\n')]).toEqual([
    2,
    [
      expect.stringMatching(
        /^The sources are newer than dist\/, and nothing can be written in .* \(EEXIST\): /,
      ),
      '',
    ],
  ]);
  expect(readdirSync(folder)).not.toContain('dist');
});

test('a folder of reports that another user closed is not looked into', () => {
  const folder = bareClone();
  for (const made of ['out', 'out-2']) mkdirSync(join(folder, 'reports', made));
  // An administrator may look into every folder, so the refusal is made here.
  const closed = `const fs = require('node:fs'), look = fs.readdirSync;
fs.readdirSync = (path, options) => {
  if (/reports.out/.test(path)) throw new Error('EACCES: ' + path);
  return look(path, options);
};
require('node:module').syncBuiltinESMExports();`;
  const build = `import('./tools/build.mjs').then(({ build }) => build());`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', closed + build], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr.split('\n')]).toEqual([
    2,
    [expect.stringMatching(/^The compiler of this platform /), ''],
  ]);
});
