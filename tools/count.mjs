import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rooms } from './build.mjs';

// Counts files and lines per folder of the product, large folders, and comparisons with an operation id.

const root = fileURLToPath(new URL('..', import.meta.url));
const beside = ['tools', 'tests'];
const mostInFolder = 25;

const { stdout } = spawnSync('git', ['ls-files', ...rooms, ...beside], { cwd: root, encoding: 'utf8' });
const files = stdout
  .split('\n')
  .filter((path) => /\.(?:ts|mjs|cjs)$/.test(path))
  .map((path) => ({ path, room: path.split('/')[0], text: readFileSync(join(root, path), 'utf8') }));
const linesOf = (some) => some.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
const row = (name, some) =>
  `${name.padEnd(12)}${String(some.length).padStart(6)}${linesOf(some).toLocaleString('en').padStart(9)}`;

const product = files.filter(({ room }) => rooms.includes(room));
console.log('room         files    lines');
for (const room of rooms)
  console.log(
    row(
      room,
      files.filter((file) => file.room === room),
    ),
  );
console.log(row('product', product));
for (const room of beside)
  console.log(
    row(
      room,
      files.filter((file) => file.room === room),
    ),
  );

const folders = new Map();
for (const { path } of product) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
const full = [...folders].filter(([, count]) => count > mostInFolder);
console.log(
  `\nfolders with more than ${mostInFolder} files: ${full.map(([name, count]) => `${name} ${count}`).join(', ') || 'none'}`,
);

const ids = [...readFileSync(join(root, 'schemas/operations.ts'), 'utf8').matchAll(/^ {4}id: '([a-z-]+)'/gm)];
const compared = new RegExp(`[!=]== '(?:${ids.map(([, id]) => id).join('|')})'`, 'g');
const comparisons = product.map(({ text }) => [...text.matchAll(compared)].length);
console.log(
  `comparisons with the id of one operation: ${comparisons.reduce((sum, count) => sum + count, 0)}`,
);
