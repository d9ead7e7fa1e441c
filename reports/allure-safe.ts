import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { stringifyEnvInfo, type Writer } from 'allure-js-commons/sdk/reporter';
import { AllureReporter } from 'allure-playwright';
import { plainText } from '../schemas/plain-text.ts';
import { arrangeResult } from './allure/arrange.ts';
import { scrubErrors, scrubResult, withoutLeaks } from './allure/scrub.ts';
import { clearReports } from './own-files.ts';
import { redactText } from './redact.ts';
import type { ReporterOptions } from './reporter-options.ts';

const isFileError = (error: unknown) => error instanceof Error && 'syscall' in error;

/** Allure's reporter for Playwright with everything masked before it is written; first in the list, so that later reporters see masked text too. */
export default class SafeAllure extends AllureReporter {
  readonly #silent: boolean;
  readonly #resultsDir: string;

  constructor(options: ReporterOptions) {
    // The name of the machine would be written into every result.
    process.env.ALLURE_HOST_NAME = 'conformance';
    const { out, target, seed, suite, profile } = options;
    const resultsDir = join(out, 'allure-results');
    // Before anything is written: what stands there may be the user's, or of the run before.
    clearReports(out, options);
    super({
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
    this.#resultsDir = resultsDir;
    this.#silent = options.variants === true || options.skipAllure === true;
    if (!this.#silent) mkdirSync(resultsDir, { recursive: true });
  }

  override onBegin(suite: Suite) {
    super.onBegin(suite);
    if (this.#silent) return;
    // The reporter takes no writer of its own; the runtime that it makes here does.
    // It may come from another copy of its package than we would import, so that its class tells nothing.
    const runtime: unknown = Reflect.get(this, 'allureRuntime');
    if (typeof runtime === 'object' && runtime !== null && 'writer' in runtime)
      runtime.writer = plainWriter(this.#resultsDir);
  }

  override onTestBegin(test: TestCase) {
    if (this.#silent) return;
    // Every annotation that is no label would be shown as a step of the test.
    const { annotations } = test;
    test.annotations = annotations.filter(({ type }) => type.startsWith('@allure.'));
    super.onTestBegin(test);
    test.annotations = annotations;
  }

  override onStepBegin(test: TestCase, result: TestResult, step: TestStep) {
    if (!this.#silent) super.onStepBegin(test, result, step);
  }

  override onStepEnd(test: TestCase, result: TestResult, step: TestStep) {
    withoutLeaks(step.attachments);
    if (step.error !== undefined) scrubErrors([step.error]);
    return this.#silent ? undefined : super.onStepEnd(test, result, step);
  }

  override async onTestEnd(test: TestCase, result: TestResult) {
    withoutLeaks(result.attachments);
    scrubErrors(result.errors);
    result.stdout = result.stdout.map((chunk) => plainText(redactText(String(chunk))));
    result.stderr = result.stderr.map((chunk) => plainText(redactText(String(chunk))));
    if (this.#silent) return;
    // That a deviation leaves the worker alive does not make it a success.
    test.expectedStatus = 'passed';
    try {
      await super.onTestEnd(test, result);
    } catch (error) {
      // A disk that takes no results takes no evidence either, which ends the run with a word.
      if (!isFileError(error)) throw error;
    }
  }

  override async onEnd() {
    if (!this.#silent) await super.onEnd();
  }
}

/**
 * Writes Allure results as plain files. Allure's own writer waits for the disk after every file, which a run of hundreds of
 * tests pays for with seconds, and what these files say can be made again by running the tests.
 */
function plainWriter(resultsDir: string): Writer {
  mkdirSync(resultsDir, { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFileSync(join(resultsDir, name), content);
  const writeJson = (name: string, value: unknown) => write(name, JSON.stringify(value));
  return {
    writeResult: (result) => writeJson(`${result.uuid}-result.json`, result),
    writeGroup: (group) => writeJson(`${group.uuid}-container.json`, group),
    writeAttachment: write,
    writeAttachmentFromPath: (name, from) => copyFileSync(from, join(resultsDir, name)),
    writeEnvironmentInfo: (info) => write('environment.properties', stringifyEnvInfo(info)),
    writeCategoriesDefinitions: (categories) => writeJson('categories.json', categories),
    writeGlobals: writeJson,
  };
}
