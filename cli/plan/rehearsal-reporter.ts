import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter';
import { isFindings, whySkipped } from '../../reports/run/test-outcomes.ts';
import { readSettings } from '../../targets/settings.ts';

/** What became of one test of a rehearsal. */
export interface RehearsedTest {
  /** Spec file, relative to the folder of specs. */
  readonly file: string;
  /** Title path below the file. */
  readonly title: string;
  readonly operation: string;
  /** Why it does not run, or stops on the way. */
  readonly skipped?: string;
  /** First line of what went wrong in the rehearsal itself. */
  readonly error?: string;
}

/** How far a rehearsal is, as its runner says it to the command. */
export interface RehearsalProgress {
  readonly done: number;
  readonly total: number;
}

/** Name of the file that lists the tests, in the folder of the rehearsal. */
export const rehearsedFile = 'rehearsed.json';

function rehearsed(test: TestCase, result: TestResult): RehearsedTest {
  const [, , file = '', ...titles] = test.titlePath();
  const { operation = 'several', reason } = whySkipped(test, result);
  const told = { file, title: titles.join(' › '), operation };
  if (result.status === 'skipped') return { ...told, skipped: reason };
  // Findings about the embedded endpoint are no matter of a plan.
  const error = result.errors.find((one) => !isFindings(one, result));
  return error === undefined ? told : { ...told, error: (error.message ?? 'failed').split('\n')[0] ?? '' };
}

/** Playwright's reporter for a rehearsal: prints nothing and writes the list of tests. */
export default class RehearsalReporter implements Reporter {
  readonly #tests: RehearsedTest[] = [];
  readonly #errors: string[] = [];
  #total = 0;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    this.#total = suite.allTests().length;
    // What only says how far it is keeps no process.
    process.channel?.unref();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#tests.push(rehearsed(test, result));
    const progress: RehearsalProgress = { done: this.#tests.length, total: this.#total };
    if (process.connected) process.send?.(progress);
  }

  onError(error: { message?: string; value?: string }): void {
    this.#errors.push((error.message ?? error.value ?? 'the runner failed').split('\n')[0] ?? '');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    if (status === 'interrupted' || status === 'timedout') this.#errors.push('it was stopped');
    const { out } = readSettings();
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, rehearsedFile), JSON.stringify({ tests: this.#tests, errors: this.#errors }));
    return { status: 'passed' };
  }
}
