import { describe, expect, test } from 'vitest';
import { environmentOf, type RunOptions } from '../../cli/run/run-options.ts';
import { isLearning } from '../../cli/run/run-suite.ts';
import type { Shard } from '../../reports/run/choices.ts';
import { defined } from '../../schemas/defined.ts';
import { acquirerTargetFile, readSettings } from '../../targets/settings.ts';

const own = 'http://127.0.0.1:4444';
const secrets = { CONFORMANCE_MOCK_KEY: 'key-of-a-test' };

function learns(
  options: RunOptions,
  variables: Readonly<Record<string, string>> = {},
  shard?: Shard,
): boolean {
  const environment = environmentOf({ ...options, variables: { ...secrets, ...variables } });
  return isLearning(readSettings(environment, defined({ shard })), options);
}

describe('a run', () => {
  test.each<[string, RunOptions, Readonly<Record<string, string>>?]>([
    ['of the whole embedded endpoint', {}],
    ['of the endpoint that the suite has started', {}, { CONFORMANCE_EMBEDDED_URL: own }],
    ['of another profile, depth and seed', { profile: 'strict', runs: '1', seed: '5' }],
    ['that is asked to, of some operations', { operation: 'refund', learn: true }],
    ['that is asked to, of an acquirer', { target: acquirerTargetFile('full-payer'), learn: true }],
  ])('%s learns', (_, options, variables) => {
    expect(learns(options, variables)).toBe(true);
  });

  test.each<[string, RunOptions, Readonly<Record<string, string>>?]>([
    ['that is told not to', { learn: false }],
    ['of an acquirer, as of any target that is named', { target: acquirerTargetFile('full-payer') }],
    ['of an address without a target file', {}, { CONFORMANCE_BASE_URL: own }],
    ['with a planted fault', { fault: 'refund-reference-id-three-digits' }],
    ['of some operations', { operation: 'refund,query' }],
    ['of the tests that match a pattern', { grep: 'refund' }],
    ['of the profile quick', { profile: 'quick' }],
    ['without an opening', { skipOpening: true }],
  ])('%s does not learn', (_, options, variables) => {
    expect(learns(options, variables)).toBe(false);
  });

  test('in shards learns in the first one alone, asked to or not', () => {
    const shards = [1, 2, 3].map((number) => ({ number, of: 3 }));
    expect(shards.map((shard) => learns({}, {}, shard))).toEqual([true, false, false]);
    expect(shards.map((shard) => learns({ learn: true }, {}, shard))).toEqual([true, false, false]);
    expect(shards.map((shard) => learns({ learn: false }, {}, shard))).toEqual([false, false, false]);
  });
});
