import { describe, expect, it } from 'vitest';
import { wholeChoices } from '../../reports/run/choices.ts';
import { joinShards, type StartedShard } from '../../reports/run/join-shards.ts';
import type { RunFacts } from '../../reports/run/run-facts.ts';
import type { Cause } from '../../schemas/opening.ts';
import { knownDeviation } from './hand-made.ts';

const suite = { version: '1.0.0', commit: 'a', contractSha256: 'a' };
const target = { name: 'Sandbox', environment: 'sandbox', baseUrl: 'https://sandbox.example' } as const;
const facts = {
  suite,
  target,
  profile: 'ci',
  seed: 7,
  runId: 'r1',
  runsPerProperty: 25,
  startedAt: '2026-01-31T12:01:00.000Z',
  capabilities: { payout: false },
  selected: ['refund'],
  choices: wholeChoices,
  again: '',
} as const;

const shardAt = (number: number, more: Partial<RunFacts> = {}, of = 2): StartedShard => {
  const shard = { number, of };
  const plan = { pid: 1, out: '', facts: { ...facts, shard, ...more } };
  return { shard, plan, opening: { steps: [], spent: { requests: 3, amount: 1 } } };
};
const [one, two] = [shardAt(1), shardAt(2)];
const join = (started: readonly StartedShard[], ended = started.map(({ shard }) => shard)) =>
  joinShards(started, ended);

describe('joinShards', () => {
  it('makes one run of all shards, in any order', () => {
    const later = shardAt(1, { runId: 'r2', startedAt: '2026-01-31T12:00:00.000Z' });
    const joined = join([two, later]);
    expect(joined?.problems).toEqual([]);
    expect(joined?.plan.facts).toMatchObject({ seed: 7, startedAt: '2026-01-31T12:00:00.000Z' });
    expect(joined?.plan.facts.shard).toBeUndefined();
    expect(joined?.plan.facts.runId).toBeUndefined();
    expect(join([one, two])?.plan.facts.runId).toBe('r1');
    expect(joined?.opening?.spent).toEqual({ requests: 6, amount: 2 });
  });

  it('keeps what stopped a preflight once', () => {
    const stopped = {
      kind: 'unreachable',
      says: 'nobody listens',
      sent: '',
      answered: '',
      advice: '',
    } as Cause;
    const gone = [one, two].map((shard) => ({
      ...shard,
      opening: { steps: [], spent: { requests: 0, amount: 0 }, stopped },
    }));
    expect(join(gone)?.opening?.stopped).toEqual(stopped);
  });

  it('makes nothing of nothing', () => {
    expect(join([])).toBeUndefined();
  });

  it.each<[string, readonly StartedShard[], readonly string[]]>([
    ['a missing shard', [one], ['shard 2/2 is missing, or was ended before its preflight']],
    [
      'missing shards',
      [shardAt(2, {}, 3)],
      [
        'shard 1/3 is missing, or was ended before its preflight',
        'shard 3/3 is missing, or was ended before its preflight',
      ],
    ],
    [
      'a doubled shard',
      [one, two, one],
      ['shard 1/2 is there 2 times; only the first one of each test was judged'],
    ],
  ])('names %s', (_, started, problems) => {
    expect(join(started)?.problems).toEqual(problems);
  });

  it('names a shard without its closing tests', () => {
    expect(join([one, two], [two.shard])?.problems).toEqual([
      'shard 1/2 was ended before its closing tests: what its processes noted last is missing',
    ]);
  });

  it.each<[string, Partial<RunFacts>]>([
    ['seed', { seed: 12 }],
    ['selected[0]', { selected: ['query'] }],
    ['suite.version', { suite: { ...suite, version: '9' } }],
    ['suite.commit', { suite: { ...suite, commit: 'b' } }],
    ['suite.contractSha256', { suite: { ...suite, contractSha256: 'b' } }],
    ['suite.changed', { suite: { ...suite, changed: [{ path: 'a' }] } }],
    ['target.name', { target: { ...target, name: 'elsewhere' } }],
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
  ])('leaves out a shard with another %s, and says so', (path, more) => {
    const joined = join([one, shardAt(2, more)]);
    expect(joined?.problems[0]).toContain(`these are shards of different runs: ${path} is `);
    expect(joined?.problems[0]).toContain(' in shard 2/2, which was left out');
    expect([one, two].map(({ shard }) => joined?.has(shard))).toEqual([true, false]);
  });

  it('leaves out a shard of another number of shards', () => {
    const third = shardAt(3, {}, 3);
    const joined = join([one, two, third]);
    expect(joined?.problems).toEqual([
      'these are shards of different runs: shards is 2 in shard 1/2, 3 in shard 3/3, which was left out',
    ]);
    expect(joined?.has(third.shard)).toBe(false);
  });

  it.each(['reason', 'owner', 'expires', 'operation'])('compares known deviations by their %s', (key) => {
    const [a, b] = [knownDeviation, { ...knownDeviation, [key]: '2999-01-01' }].map((deviation) => ({
      deviations: [deviation],
    }));
    expect(join([shardAt(1, a), shardAt(2, a)])?.problems).toEqual([]);
    expect(join([shardAt(1, a), shardAt(2, b)])?.problems[0]).toContain('deviations[0].');
  });
});
