import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateStatement } from '../../reports/statement.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { conformance, plainEnvironment, playwright, root, runIn, small } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

/** An address of loopback that nobody listens on. */
async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}`;
}

/** The words of a small run. */
const few = ['refund.spec', '-g', 'one result entry'] as const;

test('a stopped target ends the run as incomplete, and its reports say so', async () => {
  const folder = makeFolder();
  const out = runIn(folder);
  const address = await deadAddress();
  const ended = await playwright(folder, few, { ...small, TARGET: writeTarget(folder, address) });
  expect(ended.status).toBe(3);
  const says = `the service at ${address} cannot be reached (ECONNREFUSED)`;
  expect(ended.text).toMatch(/^ *look at +baseUrl$/m);
  const statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(validateStatement(statement)).toEqual([]);
  expect(statement).toMatchObject({ result: 'incomplete', exitCode: 3 });
  expect(statement.reasons.join('\n')).toContain(says);
  expect(existsSync(join(out, 'certificate.html'))).toBe(true);
  expect(verifyEvidence(out).problems).toEqual([]);
});

test('a broken list of known deviations is named before anything is sent', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'deviations.json'), '[{"clause":"2.9/amount/decimal"}]');
  const TARGET = writeTarget(folder, await deadAddress(), { deviations: 'deviations.json' });
  const ended = await playwright(folder, few, { ...small, TARGET });
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^[^\n]*deviations\.json[^\n]*\n$/);
  expect(existsSync(runIn(folder))).toBe(false);
});

test('an own file that cannot be loaded is wrong use, and no fault of the suite', async () => {
  const folder = makeFolder();
  const config = join(folder, 'playwright.config.mjs');
  writeFileSync(
    config,
    `import { conformance } from '${root}dist/entries/config.js';
export default conformance({ projects: [{ name: 'own', testDir: '.' }] });
`,
  );
  const runner = `import { test } from '${root}node_modules/@playwright/test/index.mjs';`;
  writeFileSync(join(folder, 'focused.spec.mjs'), `${runner}\ntest.only('pays', () => {});\n`);
  writeFileSync(join(folder, 'broken.spec.mjs'), `${runner}\nthrow new Error('of the team');\n`);
  for (const [file, reason] of [
    ['focused', "item focused with '.only' is not allowed"],
    ['broken', 'Error: of the team'],
  ] as const) {
    const ended = await playwright(folder, [`${file}.spec`, '--config', config], small);
    expect(ended.status, ended.text).toBe(2);
    expect(ended.text).toContain(reason);
    expect(ended.stdout).toMatch(/\nNo test was run: a file of your own cannot be loaded/);
    expect(ended.stdout).not.toContain('void');
    expect(existsSync(join(folder, 'results', 'latest'))).toBe(false);
    expect(existsSync(runIn(folder))).toBe(false);
  }
});

test('run passes its words on, and ends as Playwright does', async () => {
  const listed = await conformance(['run', '--list', '-g', '@refund']);
  expect(listed.status, listed.text).toBe(0);
  expect(listed.stdout).toMatch(/Total: \d+ tests/);
  const unknown = await conformance(['run', '--sed', '3']);
  expect(unknown.status).toBe(1);
  expect(unknown.stderr).toContain("unknown option '--sed'");
});

test('a misspelt command is answered with the nearest one', async () => {
  const ended = await conformance(['verfy']);
  expect(ended.status).toBe(2);
  expect(ended.stderr).toMatch(/unknown command 'verfy'\n\(Did you mean verify\?\)/);
});

test.each([
  ['process.exit(0);', 2, /^"signing\.module": \S+sign\.mjs ended the process while it was loaded/],
  [
    'setImmediate(() => process.exit(0)); await new Promise(() => {});',
    2,
    /^"signing\.module": \S+sign\.mjs ended the process/,
  ],
])('a signing module that ends the process is one line: %s', async (source, status, line) => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'sign.mjs'), source);
  const signing = { recipe: 'module', module: 'sign.mjs' };
  const target = writeTarget(folder, await deadAddress(), { signing });
  const ended = await playwright(folder, few, { ...small, TARGET: target });
  expect(ended.status).toBe(status);
  expect(ended.stderr).toMatch(line);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
});

/** Runs a command that may open so many files. */
const withFiles = (most: number, words: readonly string[], out: string, cwd: string) =>
  spawnSync(
    'sh',
    ['-c', `ulimit -n ${most}; exec "$0" "$@"`, process.execPath, `${root}cli/conformance.mjs`, ...words],
    { encoding: 'utf8', cwd, env: plainEnvironment({ CONFORMANCE_OUT: out }) },
  );

test.runIf(process.platform === 'linux').each([[['explore', 'query.json']]] as const)(
  'a command that may not open a file more ends as a failure of the suite: %j',
  (words) => {
    const folder = makeFolder();
    const out = join(folder, 'out');
    const request = { operation: 'query', body: { merchant_id: '100001', account_id: '100001001' } };
    writeFileSync(join(folder, 'query.json'), JSON.stringify(request));
    // With fewer files than it opens for itself Node ends before the first line of a program, each release with others.
    for (let most = 18; ; most += 1) {
      const { status, stderr } = withFiles(most, words, out, folder);
      if (!stderr.startsWith('The suite'))
        expect([most < 30, [1, 134, null].includes(status)]).toEqual([true, true]);
      else {
        expect(status, stderr).toBe(4);
        expect(stderr).toMatch(/^The suite itself failed: [^\n]+\n$/);
        return;
      }
    }
  },
);

test('an error that nothing catches is no verdict, and is named without its words', () => {
  const folder = makeFolder();
  const late = join(folder, 'late.cjs');
  const source =
    "process.on('newListener', (name) => name === 'uncaughtException' && setImmediate(() => { throw new TypeError('canary'); }));";
  writeFileSync(late, source);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${root}cli/conformance.mjs`, 'clauses', 'amount'],
    {
      encoding: 'utf8',
      env: plainEnvironment({ NODE_OPTIONS: `--require ${late}` }),
    },
  );
  expect([status, stderr]).toEqual([4, 'The suite itself failed: TypeError.\n']);
  expect(stdout + stderr).not.toContain('canary');
});
