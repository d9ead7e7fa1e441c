import { Stage, Status, type StepResult, type TestResult } from 'allure-js-commons';
import { expect, test } from 'vitest';
import { arrangeResult } from '../../reports/allure/safe-reporter.ts';

const step = (name: string, parts: Partial<StepResult> = {}): StepResult => ({
  uuid: name,
  name,
  statusDetails: {},
  stage: Stage.FINISHED,
  steps: [],
  attachments: [],
  parameters: [],
  ...parts,
});
const attached = step('exchange a', { attachments: [{ name: 'exchange a', type: 't', source: 's' }] });

function resultOf(labels: TestResult['labels'], steps: readonly StepResult[]): TestResult {
  return {
    uuid: 'u',
    historyId: 'h',
    name: 'n',
    status: Status.FAILED,
    statusDetails: { message: 'Error: [2.9/amount/decimal] An amount\n\nat orders' },
    stage: Stage.FINISHED,
    steps: [...steps],
    attachments: [],
    parameters: [],
    labels: [...labels],
    links: [],
  };
}

const clauses = (result: TestResult) =>
  result.labels.filter(({ name }) => name === 'clause').map(({ value }) => value);

test('a failed test stands under the clauses that it found broken alone', () => {
  const result = resultOf(
    [
      { name: 'clause', value: '2.9/amount/decimal' },
      { name: 'clause', value: '2.9/refund_reference_id/unique' },
      { name: 'tag', value: '2.9/refund_reference_id/unique' },
      { name: 'broken', value: '2.9/amount/decimal' },
    ],
    [],
  );
  arrangeResult(result);
  expect(clauses(result)).toEqual(['2.9/amount/decimal']);
  expect(result.labels).toContainEqual({ name: 'tag', value: '2.9/refund_reference_id/unique' });
});

test('the exchanges that show the cause are steps of the test and no hooks', () => {
  const nested = step('After Hooks', { steps: [step('Fixture "service"', { steps: [attached] })] });
  const result = resultOf(
    [{ name: 'broken', value: '2.9/amount/decimal' }],
    [step('Before Hooks'), step('property'), nested],
  );
  arrangeResult(result);
  expect(result.steps.map(({ name }) => name)).toEqual(['property', 'exchange a']);
});

test('clauses on the caller stand apart where nothing was broken', () => {
  const result = resultOf(
    [
      { name: 'clause', value: '2.9/refund_reference_id/shape' },
      { name: 'clause', value: '1/operations/method' },
    ],
    [],
  );
  arrangeResult(result);
  expect(clauses(result)).toEqual(['2.9/refund_reference_id/shape', 'on the caller: 1/operations/method']);
  expect(result.steps).toEqual([]);
});

test('a failed test leads to the place of what failed it in the clause matrix', () => {
  const result = resultOf([{ name: 'place', value: '2.9/amount/decimal refund' }], []);
  arrangeResult(result);
  expect(result.labels).toEqual([]);
  expect(result.links).toEqual([
    {
      name: '2.9/amount/decimal in refund: its place in the clause matrix',
      url: '../matrix.html#2.9%2Famount%2Fdecimal%2Frefund',
      type: 'matrix',
    },
  ]);
});
