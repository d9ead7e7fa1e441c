import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { type Ended, mergeReports, playwright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

const folder = makeFolder();
const place = (...names: readonly string[]) => join(folder, ...names);
const chosen = ['payout.spec', '-g', 'minimal shape|unicode shape|id alone'];
const faulty = {
  TARGET: 'embedded',
  SEED: '7',
  CONFORMANCE_FAULT: 'payout-to-known-beneficiary-with-fraction',
};
const blobOf = (name: string) => place(name, 'blob', 'report.zip');

/** Runs the chosen tests, or some of them, in a folder of their own. */
function run(name: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  mkdirSync(place(name));
  return playwright(place(name), [...chosen, ...words], {
    ...faulty,
    PLAYWRIGHT_BLOB_OUTPUT_FILE: blobOf(name),
    ...more,
  });
}

const statementIn = (out: string): Statement =>
  JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));

/** Merges the blob reports of some runs, as a CI collects them in one folder. */
async function merge(name: string, runs: readonly string[]): Promise<{ ended: Ended; out: string }> {
  const blobs = place(name, 'blobs');
  mkdirSync(blobs, { recursive: true });
  for (const [at, one] of runs.entries()) copyFileSync(blobOf(one), join(blobs, `${at}.zip`));
  const out = place(name, 'results', 'run');
  return { ended: await mergeReports(blobs, out), out };
}

/** What a statement says, without the numbers to which the preflight of each shard adds. */
function saidBy({ clauses, findingGroups, ...statement }: Statement) {
  const { result, exitCode, partial, reasons, skipped, notTestable, capabilities, target } = statement;
  const { seed, day, operations: _, exchanges: __, startedAt: ___, endedAt: ____, ...run } = statement.run;
  return {
    ...{ result, exitCode, partial, reasons, skipped, notTestable, capabilities, target },
    run: { seed, day, ...run },
    clauses: clauses.map(({ exchanges: _, held: __, ...row }) => row),
    found: findingGroups.map(({ clause, operation, verdict }) => ({ clause, operation, verdict })),
  };
}

beforeAll(async () => {
  // One test shows the fault: behind each that fails, Playwright starts another process.
  for (const [name, words, status] of [
    ['whole', [], 1],
    ['one', ['--shard=1/2'], 0],
    ['two', ['--shard=2/2'], 1],
  ] as const) {
    const ended = await run(name, words);
    expect(ended.status, ended.text).toBe(status);
  }
});

test('two shards merged say what one run says, with its exit status', async () => {
  const { ended, out } = await merge('merged', ['two', 'one']);
  const whole = place('whole', 'results', 'run');
  expect(ended.status, ended.text).toBe(1);
  expect(saidBy(statementIn(out))).toEqual(saidBy(statementIn(whole)));
  const sentIn = (from: string) =>
    readEvidence(from)
      .exchanges.filter(({ origin }) => !origin.test.startsWith('opening'))
      .map(({ id, operation, sent }) => `${id} ${operation} ${sent.body}`);
  expect(sentIn(out)).toEqual(sentIn(whole));
  expect(verifyEvidence(out).problems).toEqual([]);
  expect(statementIn(place('one', 'results', 'run')).target.name).toBe(
    'embedded endpoint (payout-to-known-beneficiary-with-fraction), shard 1 of 2',
  );
});

test('a run that is not merged attaches no evidence', () => {
  expect(existsSync(blobOf('whole'))).toBe(false);
  expect(readFileSync(place('whole', 'html', 'index.html'), 'latin1')).not.toContain('evidence of shard');
});

test.each([
  [
    'a missing shard',
    ['two'],
    ['shard 1/2 is missing, or was ended before its preflight', /^\d of \d planned tests ran$/],
  ],
  ['a doubled shard', ['one', 'two', 'two'], [/^shard 2\/2 is there 2 times/]],
])('%s is no whole run', async (name, runs, reasons) => {
  const { ended, out } = await merge(name, runs);
  expect(ended.status, ended.text).toBe(1);
  const said = statementIn(out).reasons;
  for (const reason of reasons)
    expect(said).toContainEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  const { exchanges } = readEvidence(out);
  expect(new Set(exchanges.map(({ id }) => id)).size).toBe(exchanges.length);
});

test('a worker that dies loses the lines of one test, and the merge says so', async () => {
  const dying = fileURLToPath(new URL('dying.cjs', import.meta.url));
  const killed = await run('killed', ['--shard=1/1', '--workers=1', '--reporter=blob'], {
    CONFORMANCE_FAULT: '',
    NODE_OPTIONS: `--require ${JSON.stringify(dying)}`,
    DYING_WAY: 'death',
    DYING_CHOSEN: place('chosen'),
    DYING_AFTER: '1000',
  });
  expect(killed.status, killed.text).toBe(1);
  const { ended, out } = await merge('after a death', ['killed']);
  expect(ended.status, ended.text).toBe(3);
  const { reasons } = statementIn(out);
  expect(reasons.filter((reason) => reason.startsWith('the process of a test died: '))).toHaveLength(1);
  expect(readEvidence(out).exchanges.length).toBeGreaterThan(3);
});
