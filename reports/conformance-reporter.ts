import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import type { OperationId } from '../schemas/types.ts';
import { collectOutcomes, isOfSpecs, isOfUser } from './run/collect-outcomes.ts';
import { finishInTime, linkLatest, raiseExitStatus } from './run/end-of-runner.ts';
import { noteEnded } from './run/provisional.ts';
import { forgetEmptyRun, newReportFolder } from './run/report-folder.ts';
import { planFile, type RunPlan, writePlan } from './run/run-facts.ts';
import { withoutBrokenPipes } from './terminal/broken-pipes.ts';
import { renderHeader } from './terminal/heading.ts';

const exitStatusOfWrongUse = 2;

/** The folder of the suite's files. */
const suite = fileURLToPath(new URL('..', import.meta.url));

const nothingChosen = 'No test was selected: the choice of projects, files and titles matches nothing.';
const notLoaded = 'No test was run: a file of your own cannot be loaded, for the reason above.';

/** The plan of a run with the operations that it selects. */
type PlannedRun = RunPlan & {
  readonly operations: readonly OperationId[];
  readonly tested?: readonly OperationId[];
  /** True if nothing is judged: the requests go to the embedded endpoint instead of the target. */
  readonly rehearses: boolean;
};

type Preprocessed = Parameters<NonNullable<Reporter['preprocess']>>[0];

/**
 * Playwright's reporter of a run: makes its folder at the start; at the end judges the run as a whole, writes the
 * statement, the certificate and the evidence, and decides the exit status (`docs/run.md`).
 */
export default class ConformanceReporter implements Reporter {
  #plan: PlannedRun;
  readonly #collected = collectOutcomes();
  /** Tests of all projects. */
  #all = 0;
  /** Tests of the specs: how many were planned, and how many ended. */
  #planned = 0;
  #ended = 0;
  /** Tests of the user that failed. */
  #failedOfUser = 0;
  /** Errors outside of all tests in files of the user. */
  #errorsOfUser = 0;
  /** True if Playwright only lists tests. */
  #isListing = false;
  /** True once the run has made its folder. */
  #hasFolder = false;
  #exitCode: number | undefined;

  constructor(plan: PlannedRun) {
    this.#plan = plan;
    withoutBrokenPipes();
  }

  printsToStdio(): boolean {
    return true;
  }

  // Before `onBegin` of every reporter.
  async preprocess({ config, suite }: Preprocessed): Promise<void> {
    this.#isListing = config.argv.includes('--list');
    if (this.#isListing || suite.allTests().length === 0) return;
    const { operations, facts } = this.#plan;
    const out = newReportFolder(this.#plan.out);
    // The preflight asks only for what the chosen tests use; alone it asks for everything.
    const tests = suite.allTests().filter(isOfSpecs);
    const called = (types: readonly string[]) => {
      const named = namedBy(tests, types);
      return named.size === 0 ? operations : operations.filter((id) => named.has(id));
    };
    const selected = called(['operation', 'needs']);
    // Before they are shared out among shards.
    const planned = tests.length;
    const tested = called(['operation']);
    this.#plan = { ...this.#plan, out, operations: selected, tested, facts: { ...facts, selected }, planned };
    writePlan({ ...this.#plan, pid: process.pid });
    this.#hasFolder = true;
    // Workers start later, and inherit it.
    process.env.CONFORMANCE_PLAN = planFile(out);
  }

  onBegin(_: FullConfig, suite: Suite): void {
    if (this.#isListing) return;
    this.#all = suite.allTests().length;
    const { out, facts, rehearses } = this.#plan;
    if ((this.#all > 0 || facts.shard !== undefined) && !rehearses) linkLatest(out);
    this.#planned = suite.allTests().filter(isOfSpecs).length;
    process.stdout.write(`${renderHeader(this.#plan).join('\n')}\n`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (isOfUser(test) && test.outcome() === 'unexpected') this.#failedOfUser += 1;
    if (!isOfSpecs(test)) return;
    this.#ended += 1;
    const { title, skipped } = this.#collected.take(test, result);
    noteEnded(this.#plan.out, skipped ?? { kind: 'ended', test: title });
  }

  onError(error: TestError): void {
    if (error.location?.file.startsWith(suite) === false) this.#errorsOfUser += 1;
    this.#collected.takeError(error);
  }

  async onEnd({ status }: FullResult): Promise<{ status?: FullResult['status'] }> {
    if (this.#isListing) return {};
    const { suiteErrors } = this.#collected.outcomes;
    const isEmpty = this.#all === 0 && status !== 'interrupted';
    const errors = suiteErrors.filter((error) => !/\bNo tests found\b/.test(error));
    const isUnchosen = errors.length === 0 && this.#plan.facts.shard === undefined;
    const isUnloaded = errors.length > 0 && errors.length === this.#errorsOfUser;
    if (isEmpty && (isUnchosen || isUnloaded)) {
      process.stdout.write(`${isUnloaded ? notLoaded : nothingChosen}\n`);
      // It holds a plan alone: Playwright refuses tests after they are planned, too.
      if (this.#hasFolder) rmSync(this.#plan.out, { recursive: true });
      forgetEmptyRun(this.#plan.out);
      this.#exitCode = exitStatusOfWrongUse;
      return { status: 'failed' };
    }
    if (this.#plan.rehearses) return {};
    if (this.#failedOfUser > 0)
      process.stdout.write(
        `Tests of your own that failed: ${this.#failedOfUser}. The exit status is at least 1.\n`,
      );
    const [ended, planned] = [this.#ended, this.#planned];
    this.#exitCode = await finishInTime(this.#plan, this.#collected, { status, ended, planned });
    return status === 'passed' && this.#exitCode !== 0 ? { status: 'failed' } : {};
  }

  async onExit(): Promise<void> {
    if (this.#exitCode !== undefined) raiseExitStatus(this.#exitCode);
  }
}

/** The operations that annotations of these types name. */
function namedBy(tests: readonly TestCase[], types: readonly string[]): ReadonlySet<string | undefined> {
  const about = tests.flatMap(({ annotations }) => annotations);
  return new Set(about.filter(({ type }) => types.includes(type)).map(({ description }) => description));
}
