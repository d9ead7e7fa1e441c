import type { TestCase, TestResult } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import { findingsMark, isFindings, whySkipped } from '../../reports/run/test-outcomes.ts';

const marked = { annotations: [findingsMark('2.9/amount/decimal')] } as Pick<TestResult, 'annotations'>;

test.each([
  ['[2.9/amount/decimal] An amount must be a decimal string', true],
  ['FindingsError: [2.9/amount/decimal] An amount', true],
  ['\u001b[31mError: [2.9/amount/decimal] …\u001b[39m', true],
  ['FindingsError: [4.1/status-200] …', false],
  ['TypeError: [object Object] is not iterable', false],
  ['', false],
  [undefined, false],
])('%j is about the findings that a test is marked for: %j', (message, expected) => {
  expect(isFindings(message === undefined ? {} : { message }, marked)).toBe(expected);
});

test('an error of a test without a mark is about no finding, whatever it says', () => {
  expect(isFindings({ message: 'FindingsError: [2.9/amount/decimal] An amount' }, { annotations: [] })).toBe(
    false,
  );
});

const annotated = (...pairs: readonly (readonly [string, string])[]) => ({
  annotations: pairs.map(([type, description]) => ({ type, description })),
});

const titled = (...pairs: readonly (readonly [string, string])[]) => ({
  ...annotated(...pairs),
  titlePath: () => ['', '', 'refund.spec.js', 'refund', 'refunds twice'],
});

test('a skip keeps its test, reason, operation and clauses', () => {
  const about = titled(['operation', 'refund'], ['clause', '2.9/amount/decimal']);
  const said = annotated(['skip', 'no payment was accepted']);
  expect(whySkipped(about as unknown as TestCase, said as unknown as TestResult)).toEqual({
    kind: 'skipped',
    reason: 'no payment was accepted',
    test: 'refund.spec.ts › refund › refunds twice',
    operation: 'refund',
    clauses: ['2.9/amount/decimal'],
  });
});

test('a skip without reason or operation says so', () => {
  const about = titled(['operation', 'charge-back']);
  expect(whySkipped(about as unknown as TestCase, annotated() as unknown as TestResult)).toEqual({
    kind: 'skipped',
    reason: 'skipped without a reason',
    test: 'refund.spec.ts › refund › refunds twice',
  });
});
