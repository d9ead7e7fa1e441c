import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkShards, mergeShards, type ShardReport } from '../../cli/after/merge.ts';
import { shardOf } from '../../cli/option-values.ts';
import { runSuite } from '../../cli/run/run-suite.ts';
import { readEvidence, readFacts } from '../../reports/evidence.ts';
import { wholeChoices } from '../../reports/run/choices.ts';
import type { RunFacts } from '../../reports/run/run-facts.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { forgeEvidence } from '../reports/forging.ts';
import { knownDeviation } from '../reports/hand-made.ts';
import { runInside } from '../runs/run-inside.ts';

const command = fileURLToPath(new URL('../../cli/conformance.mjs', import.meta.url));
const base = mkdtempSync(join(tmpdir(), 'merge-'));
const place = (name: string) => join(base, name);

function conformance(...words: string[]) {
  const env = { ...process.env, CONFORMANCE_BROWSER: 'none' };
  return spawnSync(process.execPath, [command, ...words], { encoding: 'utf8', env });
}

function runShard(out: string, ...words: string[]) {
  const of = ['--seed', '11', '--runs', '1', '--operation', 'cancel-subscription', '--out', place(out)];
  const done = conformance('run', ...of, ...words);
  expect(done.status, done.stdout + done.stderr).toBe(0);
}

function statementIn(name: string): Statement {
  return JSON.parse(readFileSync(join(place(name), 'conformance.json'), 'utf8'));
}

/** A copy of the first shard whose evidence says something else. */
function other(name: string, more: (facts: RunFacts) => Partial<RunFacts>) {
  const dir = place(name);
  cpSync(place('one'), dir, { recursive: true });
  const facts = readFacts(dir);
  if (facts === undefined) throw new Error('the evidence does not say what the run knew');
  forgeEvidence(dir, (evidence) => Object.assign(evidence.run ?? {}, more(facts)), { reports: false });
  return dir;
}

beforeAll(async () => {
  const all = { seed: '11', operation: 'cancel-subscription', out: place('whole') };
  expect(await runInside(all)).toMatchObject({ exitCode: 0 });
  runShard('one', '--shard', '1/2', '--workers', '1');
  runShard('two', '--shard', '2/2', '--workers', '2');
  const done = conformance('merge', place('two'), place('one'), '--out', place('merged'));
  expect(done.status, done.stdout + done.stderr).toBe(0);
});

describe('merge', () => {
  it('says of two shards what the unsharded run says', () => {
    const [whole, merged] = [statementIn('whole'), statementIn('merged')];
    expect(merged.clauses).toEqual(whole.clauses);
    expect({
      ...merged,
      run: { ...merged.run, startedAt: '', endedAt: '' },
      observations: [],
      evidenceSha256: '',
    }).toEqual({
      ...whole,
      evidenceSha256: '',
      run: { ...whole.run, startedAt: '', endedAt: '' },
      observations: [],
    });
    expect(merged.result).toBe(whole.result);
  });

  it('leaves evidence that verifies and one Allure report', () => {
    expect(verifyEvidence(place('merged')).problems).toEqual([]);
    expect(readFileSync(join(place('merged'), 'allure-report', 'index.html'), 'utf8')).toContain('<');
    expect(readFileSync(join(place('merged'), 'junit.xml'), 'utf8')).toContain('<testsuites');
  });

  it('finds the same requests whatever sharding and workers', () => {
    const sent = (names: string[]) =>
      names
        .flatMap((name) => readEvidence(place(name)).exchanges)
        .map(({ id, operation, sent }) => `${id} ${operation} ${sent.path} ${sent.body}`)
        .sort();
    expect(sent(['one', 'two'])).toEqual(sent(['whole']));
    expect(sent(['one']).length * sent(['two']).length).toBeGreaterThan(0);
  });

  it('names a shard in its own statement', () => {
    expect(statementIn('one').target.name).toBe('embedded endpoint, shard 1 of 2');
    expect(statementIn('merged').target.name).toBe('embedded endpoint');
  });

  it.each([
    ['a missing shard', () => [place('one')], /^Shard 2\/2 missing/],
    [
      'a doubled shard',
      () => [place('one'), place('two'), place('one')],
      /^Shard 1\/2 is there twice: in .*one and in .*one/,
    ],
    ['an unsharded run', () => [place('whole'), place('two')], /whole holds no shard/],
    [
      'another seed',
      () => [other('seed', () => ({ seed: 12 })), place('two')],
      /different runs: seed is 12 in .*seed, 11 in .*two/,
    ],
    [
      'another suite version',
      () => [other('version', ({ suite }) => ({ suite: { ...suite, version: '9' } })), place('two')],
      /different runs: suite.version is "9"/,
    ],
    [
      'another target',
      () => [other('target', ({ target }) => ({ target: { ...target, name: 'elsewhere' } })), place('two')],
      /different runs: target.name is "elsewhere"/,
    ],
    [
      'another choice of operations',
      () => [other('chosen', () => ({ selected: ['query'] })), place('two')],
      /different runs: selected\[0\] is "query"/,
    ],
    [
      'another number of shards',
      () => [other('number', () => ({ shard: { number: 1, of: 3 } })), place('two')],
      /different runs: shards is 3/,
    ],
  ])('refuses %s with one line', (_, dirs, message) => {
    expect(() => mergeShards(dirs(), place('never'))).toThrow(message);
  });

  it.each([
    ['void', 4, { suiteErrors: ['a spec threw'], interruptions: [] }],
    ['incomplete', 3, { suiteErrors: [], interruptions: ['interrupted by the user'] }],
  ] as const)('is %s where one of the shards was', (result, exitCode, outcomes) => {
    const ended = place(`ended ${result}`);
    cpSync(place('two'), ended, { recursive: true });
    forgeEvidence(ended, (evidence) => Object.assign(evidence.run ?? {}, outcomes), { reports: false });
    const { statement, suiteErrors } = mergeShards([place('one'), ended], place(`merged ${result}`));
    expect(statement).toMatchObject({ result, exitCode });
    expect(suiteErrors).toEqual(outcomes.suiteErrors);
  });

  it.each(['two', 'link', 'one/../two'])('refuses the folder of a shard as its own: %s', (name) => {
    if (name === 'link') symlinkSync(place('two'), place(name));
    expect(() => mergeShards([place('one'), place('two')], `${base}/${name}`)).toThrow(
      /choose another one for the merged run/,
    );
  });
});

describe('merge of shards that met nobody', () => {
  it('says what stopped them, once', async () => {
    const target = place('target.json');
    const nobody = 'http://127.0.0.1:9';
    const merchant = { merchant_id: 'M', account_id: 'A' };
    const signing = { recipe: 'none' };
    writeFileSync(
      target,
      JSON.stringify({ name: 'Gone', environment: 'sandbox', baseUrl: nobody, merchant, signing }),
    );
    const shards = ['1', '2'].map((number) => place(`gone-${number}`));
    for (const [at, out] of shards.entries()) {
      const of = { target, operation: 'query', seed: '1', shard: `${at + 1}/2`, quiet: true };
      expect(await runSuite({ ...of, out })).toBe(3);
    }
    const { exitCode, reasons } = mergeShards(shards, place('gone')).statement;
    expect(exitCode).toBe(3);
    expect(reasons.filter((reason) => /connection|reached|listens/.test(reason))).toHaveLength(1);
  });
});

describe('checkShards', () => {
  const common = {
    suite: { version: '1.0.0', commit: 'a', contractSha256: 'a' },
    target: { name: 'Sandbox', environment: 'sandbox', baseUrl: 'https://sandbox.example' },
    profile: 'ci',
    seed: 7,
    runsPerProperty: 25,
    startedAt: '2026-01-31T12:00:00.000Z',
    endedAt: '2026-01-31T12:01:00.000Z',
    capabilities: { payout: false },
    selected: ['refund'],
    choices: wholeChoices,
    again: '',
    before: '',
  } as const;
  const shardAt = (number: number, more: Partial<RunFacts> = {}): ShardReport => ({
    dir: `shards/${number}`,
    facts: { ...common, shard: { number, of: 2 }, ...more } as ShardReport['facts'],
  });
  const { suite, target } = common;

  it('takes the shards of one run in any order', () => {
    const ended = { runId: 'r2', endedAt: '2026-01-31T12:02:00.000Z', interruptions: ['it was stopped'] };
    expect(() => checkShards([shardAt(2), shardAt(1, ended)])).not.toThrow();
    expect(() => checkShards([])).toThrow('merge needs the folders of all shards');
  });

  it.each<[string, Partial<RunFacts>]>([
    ['suite.commit', { suite: { ...suite, commit: 'b' } }],
    ['suite.contractSha256', { suite: { ...suite, contractSha256: 'b' } }],
    ['suite.changed', { suite: { ...suite, changed: [{ path: 'a' }] } }],
    ['target.environment', { target: { ...target, environment: 'production-like' } }],
    ['target.baseUrl', { target: { ...target, baseUrl: 'https://b.example' } }],
    ['runsPerProperty', { runsPerProperty: 1 }],
    ['day', { day: '2026-02-01' }],
    ['certification', { certification: { vendor: 'A' } as RunFacts['certification'] & object }],
    ['scope', { scope: { file: { sha256: 'a'.repeat(64) } } as RunFacts['scope'] & object }],
    ['profile', { profile: 'certification' }],
    ['choices.only', { choices: { ...wholeChoices, only: 'x' } }],
    ['capabilities.payout', { capabilities: {} }],
    ['deviations', { deviations: [knownDeviation] }],
  ])('refuses another %s', (path, more) => {
    expect(() => checkShards([shardAt(1), shardAt(2, more)])).toThrow(`different runs: ${path} is `);
  });

  it.each(['reason', 'owner', 'expires', 'operation'])('refuses known deviations of another %s', (key) => {
    const [one, other] = [knownDeviation, { ...knownDeviation, [key]: '2999-01-01' }].map((deviation) => ({
      deviations: [deviation],
    }));
    expect(() => checkShards([shardAt(1, one), shardAt(2, one)])).not.toThrow();
    expect(() => checkShards([shardAt(1, one), shardAt(2, other)])).toThrow('deviations[0].');
  });
});

describe('run --shard', () => {
  it.each([['0/2'], ['3/2'], ['1'], ['1/2/3'], ['a/b'], ['1/1000'], ['']])('refuses "%s"', (shard) => {
    expect(() => shardOf(shard)).toThrow(
      `--shard must be i/n with i from 1 to n, n at most 999, as in 2/4; found "${shard}".`,
    );
  });

  it('draws no seed, since all shards share one', async () => {
    await expect(runSuite({ shard: '1/2', seed: 'random', out: place('never') })).rejects.toThrow(
      '--shard needs another seed than random: all shards of a run have the same one.',
    );
  });
});
