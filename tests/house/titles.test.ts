import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const titles = [...sourceFiles('specs'), ...sourceFiles('tests')]
  .filter(({ path }) => /\.(spec|test)\.ts$/.test(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*test\(\s*(['"])((?:\\.|(?!\1).)+)\1/gm)].map(([, , title = '']) => ({
      path,
      title,
    })),
  );

test('every test title is a fact in the present tense', () => {
  expect(titles.length).toBeGreaterThan(50);
  expect(titles.filter(({ title }) => /\b(should|test that|works?|correctly)\b/i.test(title))).toEqual([]);
});

test('every test title stays under 80 characters', () => {
  expect(titles.filter(({ title }) => title.length >= 80)).toEqual([]);
});

test('titles are unique inside a file', () => {
  const seen = titles.map(({ path, title }) => `${path}: ${title}`);
  expect(seen.filter((title, index) => seen.indexOf(title) !== index)).toEqual([]);
});
