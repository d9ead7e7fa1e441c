import type { TestInfo } from '@playwright/test';
import { expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import { failByFindings } from '../../specs/support/findings-error.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

test('a deviation fails a test in the way that leaves the worker to the next', () => {
  const exchange = exchangeOf('query', requests.query, { ...answers.query, return_status: 1 });
  const judged = { exchange, judgement: judge(exchange) };
  const info: Pick<TestInfo, 'annotations' | 'expectedStatus'> = {
    annotations: [],
    expectedStatus: 'passed',
  };
  expect(() =>
    failByFindings(info, judged.judgement.findings, [judged], { out: 'reports/out', targetFile: 'x.json' }),
  ).toThrow(/return_status/);
  // The runner starts a new worker after a failure that nobody expected.
  expect(info.expectedStatus).toBe('failed');
  expect(info.annotations).toEqual([
    { type: 'findings', description: expect.stringMatching(/^\[.*return_status/) },
  ]);
});
