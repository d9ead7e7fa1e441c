import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { expect, test } from 'vitest';
import { conformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

test('pages are looked at by one of two workers, in one browser', async () => {
  const out = makeFolder();
  const only = ['--operation', 'redirect-payment', '--grep', 'posts a page|of minimal shape as documented'];
  const words = ['run', '--seed', '7', '--runs', '1', '--workers', '2', ...only, '--out', out];
  expect(await conformance(words)).toMatchObject({ status: 0, stderr: '' });
  const folder = join(out, 'allure-results');
  const results = readdirSync(folder)
    .filter((name) => name.endsWith('-result.json'))
    .map((name): TestResult => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const workersOf = (title: RegExp) =>
    results
      .filter(({ name = '' }) => title.test(name))
      .map(({ labels }) => labels.find(({ name }) => name === 'thread')?.value);
  const looking = workersOf(/^posts a page of \w+ shape by itself in a browser$/);
  expect(looking).toHaveLength(4);
  expect(new Set(looking).size).toBe(1);
  // The other worker has what is left.
  expect(looking).not.toContain(workersOf(/^answers a request of minimal shape/)[0]);
});
