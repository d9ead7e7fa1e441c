import { stripVTControlCharacters } from 'node:util';
import type { TestError, TestResult } from '@playwright/test/reporter';
import type { TestResult as AllureResult } from 'allure-js-commons';
import { plainText } from '../../schemas/plain-text.ts';
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

function shown(text: string): string {
  return plainText(redactText(text));
}

/** Masks the texts of errors in place, and shows their invisible signs. */
export function scrubErrors(errors: TestError[]): void {
  for (const error of errors) {
    for (const name of ['message', 'stack', 'snippet', 'value'] as const) {
      const text = error[name];
      // The runner colours what it says itself.
      if (text !== undefined) error[name] = shown(stripVTControlCharacters(text));
    }
  }
}

/** Masks the texts of an Allure result, and gives a passed test with warnings its message. */
export function scrubResult(result: AllureResult): void {
  const { statusDetails } = result;
  for (const label of result.labels) label.value = shown(label.value);
  if (statusDetails.message !== undefined) statusDetails.message = shown(statusDetails.message);
  if (statusDetails.trace !== undefined) statusDetails.trace = shown(statusDetails.trace);
  for (const name of ['name', 'fullName', 'description', 'descriptionHtml'] as const) {
    const text = result[name];
    if (text !== undefined) result[name] = shown(text);
  }
  for (const parameter of result.parameters ?? []) parameter.value = shown(parameter.value);
  const observation = result.labels.find(({ name }) => name === 'observation');
  if (observation !== undefined && statusDetails.message === undefined) {
    result.statusDetails = { ...statusDetails, message: observation.value };
  }
}
