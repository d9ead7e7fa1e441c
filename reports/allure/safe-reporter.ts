import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import type { TestResult as AllureResult, Link, StepResult } from 'allure-js-commons';
import type { AllureReporter } from 'allure-playwright';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { plainText } from '../../schemas/plain-text.ts';
import { matrixAddress } from '../pages/page.ts';
import { redactText } from '../redact.ts';
import { makeFolder } from '../replace-file.ts';
import { runnerMessageIn } from '../run/progress.ts';
import type { RunPlan } from '../run/run-facts.ts';
import { whyNoAllure } from './generate.ts';

const hooks = /^(Before Hooks|After Hooks|Worker Cleanup)$/;

/** All steps, at any depth, that have an attachment. */
function holdingAttachments(steps: readonly StepResult[]): StepResult[] {
  return steps.flatMap((step) =>
    step.attachments.length > 0 ? [step] : holdingAttachments(step.steps as StepResult[]),
  );
}

/** The link from a failed test to a clause and an operation in the clause matrix. */
function linkToMatrix(place: string): Link {
  const [clause = '', operation] = place.split(' ');
  return {
    name: `${place.replace(' ', ' in ')}: its place in the clause matrix`,
    url: `../${matrixAddress(clause, operation)}`,
    type: 'matrix',
  };
}

/**
 * Rearranges a masked result: a failed test is listed only under the clauses that it found broken, clauses on the
 * caller are labelled, and exchanges with attachments become steps of the test instead of its hooks.
 */
export function arrangeResult(result: AllureResult): void {
  // Each page of the report is in its own folder.
  const places = result.labels.filter(({ name }) => name === 'place').map(({ value }) => value);
  result.links = [...result.links, ...places.map(linkToMatrix)];
  const broken = result.labels.filter(({ name }) => name === 'broken').map(({ value }) => value);
  result.labels = result.labels
    .filter(({ name }) => name !== 'place')
    .filter(({ name, value }) => name !== 'clause' || broken.length === 0 || broken.includes(value))
    .map((label) =>
      label.name === 'clause' && hasClause(label.value) && clauseOf(label.value).obliged === 'caller'
        ? { ...label, value: `on the caller: ${label.value}` }
        : label,
    );
  result.steps = (result.steps as StepResult[]).flatMap((step) =>
    hooks.test(step.name ?? '') ? holdingAttachments([step]) : [step],
  );
}

type Attachments = TestResult['attachments'];

// The runner attaches these itself, from unmasked pages and requests.
const unmaskedAttachment = /^(error-context|trace|screenshot|video|_)/;

/** Removes the runner's own attachments; those of the suite are masked when they are made. */
export function withoutLeaks(attachments: Attachments): void {
  for (let at = attachments.length - 1; at >= 0; at -= 1) {
    if (unmaskedAttachment.test(attachments[at]?.name ?? '')) attachments.splice(at, 1);
  }
}

function shown(text: string): string {
  return plainText(redactText(text));
}

/** Masks some texts of an object in place, and makes their invisible characters visible. */
function scrub<Name extends string>(
  of: { [Each in Name]?: string | undefined },
  names: readonly Name[],
  show = shown,
): void {
  for (const name of names) if (of[name] !== undefined) of[name] = show(of[name]);
}

/** Masks the texts of errors in place, and removes the runner's colours. */
export function scrubErrors(errors: TestError[]): void {
  const show = (text: string) => shown(stripVTControlCharacters(text));
  for (const error of errors) scrub(error, ['message', 'stack', 'snippet', 'value'], show);
}

/** Masks the texts of an Allure result, and gives a passed test with warnings its message. */
export function scrubResult(result: AllureResult): void {
  const { statusDetails } = result;
  for (const named of [...result.labels, ...(result.parameters ?? [])]) scrub(named, ['value']);
  scrub(statusDetails, ['message', 'trace']);
  scrub(result, ['name', 'fullName', 'description', 'descriptionHtml']);
  const observation = result.labels.find(({ name }) => name === 'observation');
  if (observation !== undefined && statusDetails.message === undefined) {
    result.statusDetails = { ...statusDetails, message: observation.value };
  }
}

const isFileError = (error: unknown) => error instanceof Error && 'syscall' in error;

/** Allure's reporter, with results in the reports folder; undefined if not wanted or not installed. */
function openAllure({ out, facts, skipAllure }: RunPlan): AllureReporter | undefined {
  const { target, seed, suite, profile } = facts;
  if (skipAllure || whyNoAllure() !== undefined) return undefined;
  // Otherwise every result would contain the host name.
  process.env.ALLURE_HOST_NAME = 'conformance';
  const allure = createRequire(import.meta.url)('allure-playwright') as typeof import('allure-playwright');
  const resultsDir = join(out, 'allure-results');
  makeFolder(resultsDir);
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
  readonly #plan: RunPlan;
  #allure: AllureReporter | undefined;
  #config: FullConfig | undefined;

  constructor(plan: RunPlan) {
    this.#plan = plan;
  }

  version() {
    return 'v2' as const;
  }

  printsToStdio(): boolean {
    return false;
  }

  onConfigure(config: FullConfig): void {
    this.#config = config;
  }

  onBegin(suite: Suite): void {
    // A list of tests has no results.
    if (this.#config?.argv.includes('--list')) return;
    this.#allure = openAllure(this.#plan);
    if (this.#config !== undefined) this.#allure?.onConfigure(this.#config);
    this.#allure?.onBegin(suite);
  }

  onTestBegin(test: TestCase): void {
    // Allure would show every annotation that is not a label as a step of the test.
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
    const shown = result.stdout.filter((chunk) => runnerMessageIn(chunk) === undefined);
    result.stdout = shown.map((chunk) => plainText(redactText(String(chunk))));
    result.stderr = result.stderr.map((chunk) => plainText(redactText(String(chunk))));
    if (this.#allure === undefined) return;
    // A test with deviations is expected to fail, so that the worker survives; it is not a success.
    test.expectedStatus = 'passed';
    try {
      await this.#allure.onTestEnd(test, result);
    } catch (error) {
      // A disk that accepts no results accepts no evidence either, and that ends the run with a message.
      if (!isFileError(error)) throw error;
    }
  }

  async onEnd(): Promise<void> {
    await this.#allure?.onEnd();
  }
}
