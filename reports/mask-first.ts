import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { plainText } from '../schemas/plain-text.ts';
import { labelsName } from './allure/attach.ts';
import { redactText } from './redact.ts';

type Attachments = TestResult['attachments'];

// The runner attaches these itself, from unmasked pages and requests.
const unmaskedAttachment = /^(error-context|trace|screenshot|video|_)/;

/** Removes the runner's own attachments; those of the suite are masked when they are made. */
export function withoutLeaks(attachments: Attachments): void {
  for (let at = attachments.length - 1; at >= 0; at -= 1) {
    const { name = '' } = attachments[at] ?? {};
    if (name !== labelsName && unmaskedAttachment.test(name)) attachments.splice(at, 1);
  }
}

/** Masks a text, and makes its invisible characters visible. */
function shown(text: string): string {
  return plainText(redactText(text));
}

/** Masks the texts of errors in place, and removes the runner's colours. */
export function scrubErrors(errors: readonly TestError[]): void {
  for (const error of errors)
    for (const name of ['message', 'stack', 'snippet', 'value'] as const)
      if (error[name] !== undefined) error[name] = shown(stripVTControlCharacters(error[name]));
}

/** Masks what annotations say, in place: a reason to skip a test may quote an answer. */
function scrubAnnotations(annotations: TestCase['annotations']): void {
  for (const one of annotations) if (one.description !== undefined) one.description = shown(one.description);
}

/** The first reporter of a run: masks tests and their results in place, before any other reporter sees them. */
export default class MaskFirst implements Reporter {
  printsToStdio(): boolean {
    return false;
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    withoutLeaks(step.attachments);
    if (step.error !== undefined) scrubErrors([step.error]);
  }

  onError(error: TestError): void {
    scrubErrors([error]);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    withoutLeaks(result.attachments);
    scrubErrors(result.errors);
    scrubAnnotations(test.annotations);
    scrubAnnotations(result.annotations);
    result.stdout = result.stdout.map((chunk) => shown(String(chunk)));
    result.stderr = result.stderr.map((chunk) => shown(String(chunk)));
  }
}
