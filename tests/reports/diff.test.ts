import { expect, test } from 'vitest';
import { describeDiff, diffStatements } from '../../reports/diff.ts';
import { answer, finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const seen = (fingerprint: string) =>
  ({ clause: '7.8/error-body', operation: 'refund', fingerprint, detail: 'd' }) as const;
const before = statementOf(evidenceOf({ judgement: { observations: [seen('http-422 json')] } }));
const after = statementOf(
  evidenceOf({
    received: answer('{"return_status":"1","refund_orders":[{"amount":1}],"trace":"x"}'),
    judgement: { observations: [seen('http-200 html')], findings: [finding()] },
  }),
);

test('finds nothing between equal statements', () => {
  expect(diffStatements(before, before)).toMatchObject({ same: true, verdicts: [] });
  expect(describeDiff(diffStatements(before, before))).toEqual([
    'No difference: conformant (partial: declared absent: payout; only refund).',
  ]);
});

test('names verdicts, behaviour and fields that changed', () => {
  const diff = diffStatements(before, after);
  expect(diff).toMatchObject({
    same: false,
    result: { from: 'conformant', to: 'non-conformant' },
    verdicts: [{ clause: '2.9/amount/decimal', operation: 'refund', from: 'pass', to: 'fail', worse: true }],
    observations: {
      appeared: [{ fingerprint: 'http-200 html' }],
      vanished: [{ fingerprint: 'http-422 json' }],
    },
    fields: { appeared: [{ operation: 'refund', field: 'trace' }] },
  });
  expect(diff.fields.vanished.map(({ field }) => field)).toContain('refund_orders[].currency');
});

test('calls a verdict better when it is better', () => {
  expect(diffStatements(after, before).verdicts).toMatchObject([{ from: 'fail', to: 'pass', worse: false }]);
});

test('shows rows that are new or gone', () => {
  const smaller = { ...before, clauses: before.clauses.slice(1) };
  expect(diffStatements(before, smaller).verdicts).toEqual([
    { clause: '1.3/return_status/present', operation: 'capture', from: 'not-tested', worse: false },
  ]);
});

test('does not take an operation that was left out for lost behaviour', () => {
  const nothing = statementOf([], { selected: [] });
  expect(diffStatements(before, nothing)).toMatchObject({
    observations: { appeared: [], vanished: [] },
    fields: { appeared: [], vanished: [] },
  });
});

test('reads as lines, worse verdicts first', () => {
  expect(describeDiff(diffStatements(before, after)).slice(0, 5)).toEqual([
    'Result: conformant (partial: declared absent: payout; only refund) -> non-conformant.',
    '',
    'Worse verdicts (1)',
    '  2.9/amount/decimal  refund  pass -> fail',
    '',
  ]);
});
