import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestFiles } from '../../reports/digest.ts';
import { validateStatement } from '../../reports/statement.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { runInside } from '../runs/run-inside.ts';
import { conformance, plainEnvironment, playwright, root, smallRun, startRunner } from './command.ts';
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

test('a stopped target ends the run at once as incomplete, and its reports say so', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const address = await deadAddress();
  const ended = await conformance(smallRun(out, '--target', writeTarget(folder, address)));
  expect(ended.status).toBe(3);
  expect(ended.stdout).toBe('');
  const says = `the service at ${address} cannot be reached (ECONNREFUSED)`;
  expect(ended.stderr).toMatch(/\n {2}look at +baseUrl\n/);
  expect(ended.stderr).toContain(`incomplete: ${says}; nothing was tested. The reports are in ${out}.\n`);
  const statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(validateStatement(statement)).toEqual([]);
  expect(statement).toMatchObject({ result: 'incomplete', exitCode: 3 });
  expect(statement.reasons.join('\n')).toContain(says);
  expect(existsSync(join(out, 'certificate.html'))).toBe(true);
  expect(verifyEvidence(out).problems).toEqual([]);
});

test('an unknown key in the target file is named with file and nearest key', async () => {
  const folder = makeFolder();
  const file = writeTarget(folder, 'http://127.0.0.1:9', { merchnt: {} });
  const ended = await conformance(smallRun(join(folder, 'out'), '--target', file));
  expect(ended).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `${file}: "merchnt" is not a known key. Did you mean "merchant"?\n`,
  });
});

test('a broken list of known deviations is named before anything is sent', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'deviations.json'), '[{"clause":"2.9/amount/decimal"}]');
  const file = writeTarget(folder, await deadAddress(), { deviations: 'deviations.json' });
  const ended = await conformance(smallRun(join(folder, 'out'), '--target', file));
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^[^\n]*deviations\.json[^\n]*\n$/);
  expect(existsSync(join(folder, 'out', 'conformance.json'))).toBe(false);
});

test('a misspelt option is wrong use and leaves no reports', async () => {
  const out = makeFolder();
  const ended = await conformance(['run', '--out', out, '--sed', '3']);
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/unknown option '--sed'\s+\(Did you mean --seed\?\)/);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(join(out, 'conformance.json'))).toBe(false);
});

test('a choice of tests that matches nothing leaves the folder as it was', async () => {
  const folder = makeFolder();
  const out = join(folder, 'out');
  const nothing = () => conformance(smallRun(out, '--grep', 'zzzz'));
  const first = await nothing();
  expect(first.status).toBe(2);
  expect(first.text).toContain('No test was selected: the choice of operations and titles matches nothing.');
  expect(readdirSync(folder)).toEqual([]);
  await runInside({ operation: 'refund', grep: 'result entry', out });
  const digests = () => digestFiles(out).map(({ path, sha256 }) => `${path} ${sha256}`);
  const before = digests();
  const ended = await nothing();
  expect(ended).toMatchObject({ status: 2, stderr: `${out} keeps the reports of the run before.\n` });
  expect(digests()).toEqual(before);
  expect(verifyEvidence(out).problems).toEqual([]);
});

test('a misspelt command is answered with the nearest one', async () => {
  const ended = await conformance(['verfy']);
  expect(ended.status).toBe(2);
  expect(ended.stderr).toMatch(/There is no command "verfy"\. Did you mean "verify"\?/);
});

test.each(['--trace=on', '--reporter=html'])('the runner refuses %s, which would leak', async (word) => {
  const out = makeFolder();
  const config = `${root}dist/runner.config.js`;
  const started = startRunner(config, [word], { CONFORMANCE_OUT: out });
  const ended = await started.ended;
  expect(ended.status).not.toBe(0);
  expect(ended.text).toContain(`${word} would write card data unmasked`);
  expect(existsSync(join(out, 'exchanges.ndjson'))).toBe(false);
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
  const ended = await playwright(folder, ['--project=preflight'], { TARGET: target });
  expect(ended.status).toBe(status);
  expect(ended.stderr).toMatch(line);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
});

test('a preflight that may ask nothing is no clean one', async () => {
  const folder = makeFolder();
  const target = writeTarget(folder, await deadAddress(), { allow: [] });
  const ended = await playwright(folder, ['--project=preflight'], { TARGET: target });
  expect(ended.status, ended.text).toBe(3);
  expect(ended.stdout).toMatch(/^loopback service \(http:\/\/127\.0\.0\.1:\d+\), /m);
});

/** Runs a command that may open so many files. */
const withFiles = (most: number, words: readonly string[], out: string, cwd: string) =>
  spawnSync(
    'sh',
    ['-c', `ulimit -n ${most}; exec "$0" "$@"`, process.execPath, `${root}cli/conformance.mjs`, ...words],
    { encoding: 'utf8', cwd, env: plainEnvironment({ CONFORMANCE_OUT: out }) },
  );

test
  .runIf(process.platform === 'linux')
  .each([[['run', '--operation', 'query', '--runs', '1']], [['explore', 'query.json']]] as const)(
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
