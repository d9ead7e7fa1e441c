import { describe, expect, test } from 'vitest';
import { acquirers } from '../../mock/acquirers/registry.ts';
import { acquirerFaults } from '../../proof/acquirer-faults.ts';
import { scoreAcquirer } from '../../proof/score-acquirer.ts';
import type { ClauseRow, ExitCode } from '../../reports/statement/format.ts';

describe('acquirerFaults', () => {
  test('samples 120 pairs, each fault once, each acquirer equally often', () => {
    const sample = acquirerFaults(1);
    expect(sample.length).toBe(120);
    expect(new Set(sample.map(({ fault }) => fault.id)).size).toBe(sample.length);
    expect(new Set(sample.map(({ acquirer }) => acquirer.name)).size).toBe(acquirers.length);
  });
  test('is the same for the same seed and another for another', () => {
    const ids = (seed: number) => acquirerFaults(seed).map(({ fault }) => fault.id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(2)).not.toEqual(ids(1));
  });
});

describe('scoreAcquirer', () => {
  const row = (more: Partial<ClauseRow>): ClauseRow => ({
    id: '2.6/respon/listed',
    section: '2.6',
    evidence: 'stated',
    obliged: 'service',
    verdict: 'pass',
    exchanges: 1,
    ...more,
  });
  const score = (clauses: ClauseRow[], exitCode: ExitCode = 0, reasons: string[] = []) =>
    scoreAcquirer(
      { name: 'any', announces: ['2.6/respon/listed'] },
      { result: 'incomplete', clauses, exitCode, reasons },
    ).problems;
  test('finds nothing where everything passed or was announced', () => {
    expect(score([row({}), row({ verdict: 'warn' })])).toEqual([]);
    expect(score([row({ verdict: 'not-tested', evidence: 'sampled' })])).toEqual([]);
    expect(score([row({ verdict: 'not-applicable' })])).toEqual([]);
  });
  test('names a fail, a warning nobody announced, and a stated clause not met', () => {
    expect(
      score([
        row({ verdict: 'fail' }),
        row({ id: '2.9/amount/decimal', verdict: 'warn', operation: 'capture' }),
        row({ id: '1.4/json', verdict: 'not-tested', why: 'no exchange' }),
      ]),
    ).toEqual([
      'fail 2.6/respon/listed',
      'warn 2.9/amount/decimal capture',
      'not-tested 1.4/json: no exchange',
    ]);
  });
  test('names exit status and reasons of a run that did not end well', () => {
    expect(score([], 3, ['payout: none of 2 was accepted'])).toEqual([
      'exit 3, incomplete',
      'payout: none of 2 was accepted',
    ]);
  });
});
