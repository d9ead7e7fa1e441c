import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const [, section = ''] = /^## Libraries\n(.*?)^## /ms.exec(read('docs/architecture.md')) ?? [];
const rows = [...section.matchAll(/^\| `([^`]+)` +\|[^|]*\|([^|]*)\|$/gm)].map(
  ([, name = '', places = '']) => ({
    name,
    files: [...places.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }),
);

test.each(rows)('$name does its work where the architecture says', ({ name, files }) => {
  const { dependencies, peerDependencies } = JSON.parse(read('package.json'));
  expect({ ...dependencies, ...peerDependencies }).toHaveProperty([name]);
  expect(files.filter((file) => read(file).includes(`'${name}`))).not.toEqual([]);
});

test('the architecture names each library that the suite is made of', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual([
    '@faker-js/faker',
    '@playwright/test',
    'ajv',
    'ajv-formats',
    'allure-playwright',
    'fast-check',
    'fast-xml-parser',
    'linkedom',
  ]);
});
