import { expect, test } from 'vitest';
import { describeDiff, diffStatements } from '../../../reports/diff.ts';
import { renderSummary } from '../../../reports/terminal/summary.ts';
import { statementOf } from '../small-register.ts';

const withSent = (letters: string) => ({
  ...statementOf(),
  sent: [
    {
      operation: 'refund',
      classes: ['cjk', 'emoji', 'like-null'],
      fields: { refund_reason: letters },
      forbidden: [],
      missing: 'a run of 3 cases sends 1 of 9 requests',
    } as const,
  ],
});
const linesOf = (before: string, after: string) =>
  describeDiff(diffStatements(withSent(before), withSent(after)));

test('a class that is newly refused is an other difference', () => {
  expect(linesOf('aaa', 'ara').slice(2)).toEqual([
    'Other (1)',
    '  other answer to a value  refund  emoji in refund_reason  accepted -> refused',
  ]);
});

test('a class that is newly accepted is an other difference', () => {
  expect(linesOf('xaa', 'aaa').slice(2)).toEqual([
    'Other (1)',
    '  other answer to a value  refund  cjk in refund_reason  crashed -> accepted',
  ]);
});

test('what one of the runs did not send is no difference', () => {
  expect(diffStatements(withSent('aaa'), withSent('-un')).same).toBe(true);
  expect(diffStatements(withSent('aaa'), statementOf()).sent).toEqual([]);
});

test('a refusal that the observations tell is told once', () => {
  const seen = {
    clause: '2.14/formats',
    operation: 'refund',
    fingerprint: 'refuses emoji in refund_reason',
    detail: 'refuses emoji in refund_reason',
    exchanges: 1,
  } as const;
  const run = withSent('ara').run;
  const operations = { refund: { exchanges: 1, pass: 1, warn: 0, fail: 0 } };
  const both = { ...run, operations: { ...run.operations, ...operations } } as typeof run;
  const before = { ...withSent('aaa'), run: both };
  const after = { ...withSent('ara'), run: both, observations: [seen] };
  const diff = diffStatements(before, after);
  expect(diff.observations.appeared).toHaveLength(1);
  expect(diff.sent).toEqual([]);
});

test('the terminal counts outcomes where every line is asked for', () => {
  const linesOf = (verbose: boolean) =>
    renderSummary(withSent('ar-'), { out: '/x', from: '/x', allure: false, verbose }).join('\n');
  expect(linesOf(true)).toMatch(/Values in fields: 1 accepted; 1 refused.*; 1 not sent by this run\./);
  expect(linesOf(false)).not.toContain('Values in fields');
});
