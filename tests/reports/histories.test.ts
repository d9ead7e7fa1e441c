import { beforeAll, describe, expect, test } from 'vitest';
import { sequenceLines } from '../../reports/certificate/sections.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { historiesIn } from '../../reports/histories.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import type { ShownHistory, StatementFinding, StatementGroup } from '../../reports/statement/format.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { during, refundOf, refundsInTurn, runDeviations } from '../schemas/corpus/run-deviations.ts';

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

beforeAll(() => startRedaction({ seed: 7, secrets: [] }));

test('a finding over more than one call is shown with the calls over its orders', () => {
  const histories = runDeviations.flatMap(({ clause, run }) => historyOf(run, clause) ?? []);
  expect(histories.length).toBeGreaterThan(25);
  for (const { exchange, calls } of histories) {
    expect(calls.length).toBeLessThanOrEqual(12);
    expect(calls.map((call) => call.exchange)).toContain(exchange);
  }
});

describe('the history of two refunds at the same time', () => {
  const two = [during(refundOf('6.00', '01'), 90, 100.4), during(refundOf('6.00', '02'), 90.2, 112)];
  const history = () => {
    const found = historyOf([...refundsInTurn(4), ...two], '1.3/at-once/explainable');
    if (found === undefined) throw new Error('there is no such finding');
    return found;
  };

  test('has the two, and no call over other orders', () => {
    const { calls } = history();
    expect(calls.map(({ asked, answered }) => `${asked}, ${answered}`)).toEqual([
      'C-T1: 6.00 EUR, done, 200',
      'C-T1: 6.00 EUR, done, 200',
    ]);
  });

  test('is told with times and money, so that calls at the same time show', () => {
    expect(sequenceLines(history())).toEqual([
      '1  refund C-T1: 6.00 EUR (0 to 10 ms): done, 200',
      '2  refund C-T1: 6.00 EUR (0 to 22 ms): done, 200',
    ]);
  });
});
