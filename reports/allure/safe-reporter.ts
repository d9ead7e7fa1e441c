import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FullConfig, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import type { AllureReporter } from 'allure-playwright';
import { plainText } from '../../schemas/plain-text.ts';
import { redactText } from '../redact.ts';
import { clearReports } from '../run/own-files.ts';
import type { ReporterOptions } from '../run/run-facts.ts';
import { arrangeResult } from './arrange.ts';
import { whyNoAllure } from './generate.ts';
import { scrubErrors, scrubResult, withoutLeaks } from './scrub.ts';

const isFileError = (error: unknown) => error instanceof Error && 'syscall' in error;

/** Allure's reporter, which writes its results into the folder of the reports; undefined where nobody wants them, and where it is not installed. */
function openAllure({
  out,
  target,
  seed,
  suite,
  profile,
  ...options
}: ReporterOptions): AllureReporter | undefined {
  if (options.skipAllure === true || whyNoAllure() !== undefined) return undefined;
  // The name of the machine would be written into every result.
  process.env.ALLURE_HOST_NAME = 'conformance';
  const allure = createRequire(import.meta.url)('allure-playwright') as typeof import('allure-playwright');
  const resultsDir = join(out, 'allure-results');
  mkdirSync(resultsDir, { recursive: true });
  return new allure.AllureReporter({
    resultsDir,
    detail: false,
    environmentInfo: {
      target: target.name,
      environment: target.environment,
      profile,
      seed: String(seed),
      suite: suite.version,
    },
    listeners: [
      {
        beforeTestResultWrite(result) {
          scrubResult(result);
          arrangeResult(result);
        },
      },
    ],
  });
}

/** Masks the results of all tests before Allure and later reporters see them; first in the list of reporters. */
export default class SafeAllure {
  readonly #allure: AllureReporter | undefined;

  constructor(options: ReporterOptions) {
    // Before anything is written: what stands there may be the user's, or of the run before.
    clearReports(options.out, options);
    this.#allure = openAllure(options);
  }

  version() {
    return 'v2' as const;
  }

  printsToStdio(): boolean {
    return false;
  }

  onConfigure(config: FullConfig): void {
    this.#allure?.onConfigure(config);
  }

  onBegin(suite: Suite): void {
    this.#allure?.onBegin(suite);
  }

  onTestBegin(test: TestCase): void {
    // Every annotation that is no label would be shown as a step of the test.
    const { annotations } = test;
    test.annotations = annotations.filter(({ type }) => type.startsWith('@allure.'));
    this.#allure?.onTestBegin(test);
    test.annotations = annotations;
  }

  onStepBegin(test: TestCase, result: TestResult, step: TestStep): void {
    this.#allure?.onStepBegin(test, result, step);
  }

  onStepEnd(test: TestCase, result: TestResult, step: TestStep): void {
    withoutLeaks(step.attachments);
    if (step.error !== undefined) scrubErrors([step.error]);
    this.#allure?.onStepEnd(test, result, step);
  }

  async onTestEnd(test: TestCase, result: TestResult): Promise<void> {
    withoutLeaks(result.attachments);
    scrubErrors(result.errors);
    result.stdout = result.stdout.map((chunk) => plainText(redactText(String(chunk))));
    result.stderr = result.stderr.map((chunk) => plainText(redactText(String(chunk))));
    if (this.#allure === undefined) return;
    // That a deviation leaves the worker alive does not make it a success.
    test.expectedStatus = 'passed';
    try {
      await this.#allure.onTestEnd(test, result);
    } catch (error) {
      // A disk that takes no results takes no evidence either, which ends the run with a word.
      if (!isFileError(error)) throw error;
    }
  }

  async onEnd(): Promise<void> {
    await this.#allure?.onEnd();
  }
}
