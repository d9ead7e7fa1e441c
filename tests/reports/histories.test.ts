import { beforeAll, describe, expect, test } from 'vitest';
import { sequenceLines } from '../../reports/certificate/sequence.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { fewestCalls, historiesIn } from '../../reports/histories.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import type { ShownHistory, StatementFinding, StatementGroup } from '../../reports/statement/format.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import {
  conformingRun,
  during,
  refundOf,
  refundsInTurn,
  runDeviations,
} from '../schemas/corpus/run-deviations.ts';

/** The history of the first finding of a clause in a run. */
function historyOf(run: readonly JudgedExchange[], clause: string): ShownHistory | undefined {
  const exchanges: readonly EvidenceExchange[] = run.map((one) => redactExchange(one));
  const across = judgeRun(run);
  const findings = across.findings
    .filter((finding) => finding.clause === clause)
    .map((finding): StatementFinding => ({ ...finding, seed: 1, again: '', curl: '' }));
  const groups = findings.slice(0, 1).map((finding) => ({ clause, example: 0, verdict: finding.verdict }));
  const found = { findings, findingGroups: groups as unknown as readonly StatementGroup[] };
  return historiesIn({ exchanges, notes: [], problems: [], across }, found, String)[0];
}

const middle = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[numbers.length >> 1];

beforeAll(() => startRedaction({ seed: 7, secrets: [] }));

test('the fewest calls are those of which none can be left out', () => {
  const looked: number[] = [];
  const shows = (some: readonly number[]) =>
    looked.push(some.length) > 0 && some.includes(3) && some.includes(70);
  expect(fewestCalls([...Array(100).keys()], shows)).toEqual([3, 70]);
  expect(looked.length).toBeLessThan(60);
});

describe('a finding over more than one call', () => {
  const told = () =>
    runDeviations.flatMap(({ title, clause, run }) => {
      const history = historyOf([...conformingRun(), ...run], clause);
      return history === undefined ? [] : [{ title, clause, run, history }];
    });

  test('is shown with four calls or fewer, in the middle of all', () => {
    const histories = told();
    expect(histories.length).toBeGreaterThan(25);
    expect(middle(histories.map(({ history }) => history.calls.length))).toBeLessThanOrEqual(4);
    for (const { title, history, run } of histories)
      expect(run.length, title).toBeGreaterThanOrEqual(history.calls.length);
  });
});

describe('the history of two refunds at the same time', () => {
  const two = [during(refundOf('6.00', '01'), 90, 100.4), during(refundOf('6.00', '02'), 90.2, 112)];
  const history = () => {
    const found = historyOf([...refundsInTurn(4), ...two], '1.3/at-once/explainable');
    if (found === undefined) throw new Error('there is no such finding');
    return found;
  };

  test('has the two, and says how many calls over other orders it takes', () => {
    const { calls, beside } = history();
    expect(calls.map(({ asked, answered }) => `${asked}, ${answered}`)).toEqual([
      'C-T1: 6.00 EUR, done, 200',
      'C-T1: 6.00 EUR, done, 200',
    ]);
    expect(beside).toBe(8);
  });

  test('is told with times and money, so that calls at the same time show', () => {
    expect(sequenceLines(history())).toEqual([
      '1  refund C-T1: 6.00 EUR (0 to 10 ms): done, 200',
      '2  refund C-T1: 6.00 EUR (0 to 22 ms): done, 200',
    ]);
  });
});
