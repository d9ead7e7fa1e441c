import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter';
import { isFindings, whySkipped } from '../../reports/run/test-outcomes.ts';

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

/** What a rehearsal did, as its runner says it at its end. */
export interface RehearsalEnd {
  readonly tests: readonly RehearsedTest[];
  /** First lines of what went wrong besides a test. */
  readonly errors: readonly string[];
}

function rehearsed(test: TestCase, result: TestResult): RehearsedTest {
  const [, , file = '', ...titles] = test.titlePath();
  const { operation = 'several', reason } = whySkipped(test, result);
  const told = { file, title: titles.join(' › '), operation };
  if (result.status === 'skipped') return { ...told, skipped: reason };
  // Findings about the embedded endpoint are no matter of a plan.
  const error = result.errors.find((one) => !isFindings(one, result));
  return error === undefined ? told : { ...told, error: (error.message ?? 'failed').split('\n')[0] ?? '' };
}

/** Sends a message to the command if it still runs; resolves once the message was handed over. */
function tell(told: RehearsalProgress | RehearsalEnd): Promise<void> {
  return new Promise((done) => {
    if (process.connected) process.send?.(told, () => done());
    else done();
  });
}

/** Playwright's reporter for a rehearsal: prints nothing and reports the outcome of the tests to the command. */
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
    void tell({ done: this.#tests.length, total: this.#total });
  }

  onError(error: { message?: string; value?: string }): void {
    this.#errors.push((error.message ?? error.value ?? 'the runner failed').split('\n')[0] ?? '');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    if (status === 'interrupted' || status === 'timedout') this.#errors.push('it was stopped');
    await tell({ tests: this.#tests, errors: this.#errors });
    return { status: 'passed' };
  }
}
