import type { TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { beforeEach, expect, test } from 'vitest';
import MaskFirst, { withoutLeaks } from '../../reports/mask-first.ts';
import { startRedaction } from '../../reports/redact.ts';
import { leaks, secrets } from './canaries.ts';

beforeEach(() => startRedaction({ seed: 7 }));
const leaking = `refused: ${JSON.stringify(secrets)}`;
const errorOf = (): TestError => ({ message: leaking, stack: leaking, snippet: leaking, value: leaking });

test('what the runner attached by itself goes, and what the suite attached stays', () => {
  const own = ['exchange 1', 'answer 1', 'curl 1', '_allure'];
  const names = ['error-context', 'trace', 'screenshot', 'video', '_error-context-0', ...own];
  const attachments = names.map((name) => ({ name, contentType: 'text/plain' }));
  withoutLeaks(attachments);
  expect(attachments.map(({ name }) => name)).toEqual(own);
});

test('a test reaches the other reporters with masked errors, output and annotations', () => {
  const annotated = () => [{ type: 'skip', description: leaking }];
  const testCase = { annotations: annotated() } as TestCase;
  const result = {
    attachments: [{ name: 'trace', contentType: 'application/zip' }],
    errors: [errorOf()],
    annotations: annotated(),
    stdout: [leaking, Buffer.from(leaking)],
    stderr: [leaking],
  } as Partial<TestResult> as TestResult;
  expect(leaks([testCase, result])).not.toEqual([]);
  new MaskFirst().onTestEnd(testCase, result);
  expect(leaks([testCase, result])).toEqual([]);
  expect(result.attachments).toEqual([]);
  expect(result.errors[0]?.message).toContain('400005xxxxxx5556');
});

test('a step and an error outside of tests are masked, too', () => {
  const reporter = new MaskFirst();
  const step = { error: errorOf(), attachments: [{ name: 'trace', contentType: '' }] } as unknown as TestStep;
  reporter.onStepEnd({} as TestCase, {} as TestResult, step);
  const error = errorOf();
  reporter.onError(error);
  expect(leaks([step, error])).toEqual([]);
  expect(step.attachments).toEqual([]);
});

test('what an annotation says stays where it holds no secret', () => {
  const said = [
    { type: 'operation', description: 'direct-payment' },
    { type: 'clause', description: '2.9/refund_reference_id/shape' },
    { type: 'note' },
  ];
  const testCase = { annotations: structuredClone(said) } as TestCase;
  const empty = { attachments: [], errors: [], annotations: [], stdout: [], stderr: [] };
  new MaskFirst().onTestEnd(testCase, empty as Partial<TestResult> as TestResult);
  expect(testCase.annotations).toEqual(said);
});
