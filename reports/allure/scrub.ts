import type { TestError, TestResult } from '@playwright/test/reporter';
import type { TestResult as AllureResult } from 'allure-js-commons';
import { redactText } from '../redact.ts';

type Attachments = TestResult['attachments'];

// The runner writes these by itself, from pages and requests that nobody masked.
const leaky = /^(error-context|trace|screenshot|video|_)/;

/** Removes what the runner attached by itself; our own attachments are masked where they are made. */
export function withoutLeaks(attachments: Attachments): void {
  for (let at = attachments.length - 1; at >= 0; at -= 1) {
    if (leaky.test(attachments[at]?.name ?? '')) attachments.splice(at, 1);
  }
}

/** Masks the texts of errors in place. */
export function scrubErrors(errors: TestError[]): void {
  for (const error of errors) {
    for (const name of ['message', 'stack', 'snippet', 'value'] as const) {
      const text = error[name];
      if (text !== undefined) error[name] = redactText(text);
    }
  }
}

/** Masks the texts of an Allure result, and gives a passed test with warnings its message. */
export function scrubResult(result: AllureResult): void {
  const { statusDetails } = result;
  for (const label of result.labels) label.value = redactText(label.value);
  if (statusDetails.message !== undefined) statusDetails.message = redactText(statusDetails.message);
  if (statusDetails.trace !== undefined) statusDetails.trace = redactText(statusDetails.trace);
  const observation = result.labels.find(({ name }) => name === 'observation');
  if (observation !== undefined && statusDetails.message === undefined) {
    result.statusDetails = { ...statusDetails, message: observation.value };
  }
}
