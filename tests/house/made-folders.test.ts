import { expect, test } from 'vitest';
import { rooms, sourceFiles } from './source-files.ts';

// Where no folder can be made, as on a read-only file system, Node's way gives the wrong reason or never returns.
const recursive = /mkdirSync\([^;]*recursive: true/;

test('folders are made by one function, which says why one cannot be made', () => {
  const files = rooms.filter((room) => room !== 'tests').flatMap(sourceFiles);
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter(({ text }) => recursive.test(text)).map(({ path }) => path)).toEqual([]);
});

test.each([
  'mkdirSync(out, { recursive: true });',
  'mkdirSync(\n  join(a, b),\n  { mode: 0o700, recursive: true },\n);',
])('another way is found: %s', (text) => expect(text).toMatch(recursive));
