import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../reports/statement/format.ts';
import { type Ended, playwright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

const one = ['payout.spec', '-g', 'answers a payout'];

/** A run of a few tests, with its folder and its statement, if it made one. */
async function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder();
  const ended = await playwright(folder, words, { TARGET: 'embedded', ...environment });
  const file = join(folder, 'results', 'run', 'conformance.json');
  const statement: Statement | undefined = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : undefined;
  return { folder, ended, statement };
}

/** The lines of Playwright's list for a project that have one of these marks. */
const marked = ({ stdout }: Ended, mark: string, project: string) =>
  stdout.split('\n').filter((line) => line.includes(mark) && line.includes(`[${project}]`));

test('a finding fails its test in the words of Playwright, and the status is 1', async () => {
  const { ended, statement } = await run([...one, '--no-deps', '--reporter=line'], {
    CONFORMANCE_FAULT: 'payout-status-wrong-type',
  });
  expect(ended.status, ended.text).toBe(1);
  // Another reporter replaces all others.
  expect(statement).toBeUndefined();
  expect(ended.stdout).toMatch(/SEED=\d+ npx playwright test payout\.spec -g /);
});

test('a known finding fails no test, and the result says it all the same', async () => {
  const folder = makeFolder();
  const row = {
    clause: '2.13/values/string',
    operation: 'payout',
    reason: 'r',
    owner: 'o',
    expires: '2999-12-31',
  };
  writeFileSync(join(folder, 'deviations.json'), JSON.stringify({ deviations: [row] }));
  const embedded = JSON.parse(readFileSync(new URL('../../targets/mock.json', import.meta.url), 'utf8'));
  const file = join(folder, 'target.json');
  writeFileSync(file, JSON.stringify({ ...embedded, $schema: undefined, deviations: 'deviations.json' }));
  const { ended, statement } = await run([...one, '--no-deps'], {
    TARGET: file,
    CONFORMANCE_FAULT: 'payout-status-wrong-type',
  });
  expect(ended.status, ended.text).toBe(0);
  expect(statement?.result).toBe('non-conformant');
});

test('where nothing is accepted the run is incomplete, and the preflight says why', async () => {
  const folder = makeFolder();
  const target = writeTarget(folder, 'http://127.0.0.1:1');
  const { ended, statement } = await run(one, { TARGET: target });
  expect(ended.status, ended.text).toBe(3);
  expect(statement?.result).toBe('incomplete');
  expect(marked(ended, '✘', 'preflight').length).toBe(1);
  expect(marked(ended, '✓', 'full')).toEqual([]);
});

test('limits that end the tests fail a closing test, and the status is 3', async () => {
  const folder = makeFolder();
  const file = join(folder, 'target.json');
  const embedded = JSON.parse(readFileSync(new URL('../../targets/mock.json', import.meta.url), 'utf8'));
  writeFileSync(file, JSON.stringify({ ...embedded, limits: { ...embedded.limits, requests: 1 } }));
  const { ended, statement } = await run(['payout.spec', '-g', 'minimal shape|id alone'], { TARGET: file });
  expect(ended.status, ended.text).toBe(3);
  expect(statement?.result).toBe('incomplete');
  expect(marked(ended, '✘', 'closing').length).toBe(1);
});

// tests/cli/run-settings.test.ts has the others.
test('a target file that is missing is wrong use, in one line', async () => {
  const { folder, ended } = await run(one, { TARGET: 'none.json' });
  expect(ended.status).toBe(2);
  expect(ended.stderr.trim().split('\n')).toEqual([expect.stringMatching(/none\.json/)]);
  expect(existsSync(join(folder, 'results'))).toBe(false);
});

test('an empty choice is wrong use, also where Playwright would pass it', async () => {
  const { folder, ended } = await run(['-g', 'no such test', '--pass-with-no-tests']);
  expect(ended.status, ended.text).toBe(2);
  expect(ended.stdout).toContain('No test was selected');
  expect(existsSync(join(folder, 'results'))).toBe(false);
});

test('a list of tests sends nothing and leaves nothing behind', async () => {
  const { folder, ended } = await run(['--list', '-g', '@refund']);
  expect(ended.status, ended.text).toBe(0);
  expect(ended.stdout).toMatch(/Total: \d+ tests/);
  expect(existsSync(join(folder, 'results'))).toBe(false);
});
