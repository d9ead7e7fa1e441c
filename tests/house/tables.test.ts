import { expect, test } from 'vitest';
import { type Room, rooms, sourceFiles } from './source-files.ts';

// A table of texts that is written as a plain object, and so answers to the names that every object inherits.
const plain = /(?:const|let) (\w+): (?:Readonly<)?Record<string,(?:[^={]|=>|\{[^}]*\})*? =\s+\{/g;
const product = rooms.filter((room): room is Exclude<Room, 'tests'> => room !== 'tests');

test('every table of texts is made without a prototype', () => {
  const files = product.flatMap(sourceFiles);
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(plain)].map(([, name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'const kinds: Readonly<Record<string, Kind>> = {',
  'export const ways: Record<string, (text: string) => string> =\n  {',
  'let made: Record<string, { readonly code: string }> = {};',
])('a plain table is found: %s', (text) => {
  expect([...text.matchAll(plain)]).toHaveLength(1);
});

test.each(['const kinds: Readonly<Record<string, Kind>> = table({', 'const a: Record<Kind, string> = {'])(
  'nothing else is taken for one: %s',
  (text) => {
    expect([...text.matchAll(plain)]).toEqual([]);
  },
);
