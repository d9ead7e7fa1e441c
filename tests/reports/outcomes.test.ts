import type { TestCase, TestResult } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import { isFindings, whySkipped } from '../../reports/test-outcomes.ts';

test.each([
  ['[2.9/amount/decimal] An amount is a decimal string', true],
  ['FindingsError: [2.9/amount/decimal] An amount', true],
  ['Error: [1.3/one-result-per-order] …', true],
  ['\u001b[31mError: [4.1/status-200] …\u001b[39m', true],
  ['TypeError: [object Object] is not iterable', false],
  ['Error: expected [1, 2] to equal [2.9/amount]', false],
  ['Error: [404] not found', false],
  ['', false],
  [undefined, false],
])('%j is about findings: %j', (message, expected) => {
  expect(isFindings(message === undefined ? {} : { message })).toBe(expected);
});

const annotated = (...pairs: readonly (readonly [string, string])[]) => ({
  annotations: pairs.map(([type, description]) => ({ type, description })),
});

test('a skip keeps its reason, operation and clauses', () => {
  const about = annotated(['operation', 'refund'], ['@allure.label.clause', '2.9/amount/decimal']);
  const said = annotated(['skip', 'no payment was accepted']);
  expect(whySkipped(about as unknown as TestCase, said as unknown as TestResult)).toEqual({
    kind: 'skipped',
    reason: 'no payment was accepted',
    operation: 'refund',
    clauses: ['2.9/amount/decimal'],
  });
});

test('a skip without reason or operation says so', () => {
  const about = annotated(['operation', 'charge-back']);
  expect(whySkipped(about as unknown as TestCase, annotated() as unknown as TestResult)).toEqual({
    kind: 'skipped',
    reason: 'skipped without a reason',
  });
});
