import { rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { plainText } from '../schemas/plain-text.ts';
import { sourceName } from '../schemas/source-name.ts';
import type { OperationId } from '../schemas/types.ts';
import { readOpening } from './opening.ts';
import { redactText } from './redact.ts';
import { finishRun } from './run/finish-run.ts';
import { clearReports } from './run/own-files.ts';
import { noteEnded } from './run/provisional.ts';
import { planFile, type RunPlan, writePlan } from './run/run-facts.ts';
import {
  isFindings,
  isWorkerDeath,
  recordingFailure,
  type TestOutcomes,
  whySkipped,
} from './run/test-outcomes.ts';
import { renderHeader } from './terminal/live.ts';
import { onScreen, withoutBrokenPipes } from './terminal/on-screen.ts';

const exitStatusOfWrongUse = 2;

/** The plan of a run with the operations that it selects. */
type PlannedRun = RunPlan & { readonly operations: readonly OperationId[] };

type Preprocessed = Parameters<NonNullable<Reporter['preprocess']>>[0];

/** The projects with the tests of the specs; of the others one opens a run, and one closes it. */
const specProjects = ['quick', 'full'];

/**
 * Playwright's reporter of a run: makes its folder at the start; at the end judges the run as a whole, writes the
 * statement, the certificate and the evidence, and decides the exit status (`docs/run.md`).
 */
export default class ConformanceReporter implements Reporter {
  #plan: PlannedRun;
  readonly #outcomes: Required<TestOutcomes> = { suiteErrors: [], interruptions: [], skipped: [], timed: [] };
  /** Tests of all projects. */
  #all = 0;
  /** Tests of the specs: how many were planned, and how many ended. */
  #planned = 0;
  #ended = 0;
  /** True if Playwright only lists tests. */
  #isListing = false;
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
    const { out, operations, facts } = this.#plan;
    // The preflight asks only for what the chosen tests use; alone it asks for everything.
    const used = usedBy(suite.allTests().filter(isOfSpecs));
    const selected = used.size === 0 ? operations : operations.filter((id) => used.has(id));
    this.#plan = { ...this.#plan, operations: selected, facts: { ...facts, selected } };
    clearReports(out);
    writePlan({ ...this.#plan, pid: process.pid });
    linkLatest(out);
    // Workers start later, and inherit it.
    process.env.CONFORMANCE_PLAN = planFile(out);
  }

  onBegin(_: FullConfig, suite: Suite): void {
    if (this.#isListing) return;
    this.#all = suite.allTests().length;
    this.#planned = suite.allTests().filter(isOfSpecs).length;
    process.stdout.write(`${onScreen(renderHeader(this.#plan)).join('\n')}\n`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (!isOfSpecs(test)) return;
    this.#ended += 1;
    const [file = '', ...titles] = test.titlePath().slice(2);
    const title = [sourceName(file), ...titles].join(' › ');
    const { suiteErrors, interruptions, skipped, timed } = this.#outcomes;
    timed.push({ title, took: result.duration });
    const why = result.status === 'skipped' ? whySkipped(test, result) : undefined;
    noteEnded(this.#plan.out, why ?? { kind: 'ended', test: title });
    if (why !== undefined) skipped.push(why);
    else if (result.status === 'interrupted') interruptions.push(`a test was interrupted: ${title}`);
    else if (result.status === 'timedOut') interruptions.push(`a test ran into its time limit: ${title}`);
    else if (result.status === 'failed') {
      const [error] = result.errors.filter((one) => !isFindings(one, result));
      if (error === undefined) return;
      const lost = recordingFailure(error);
      if (lost !== undefined) interruptions.unshift(lost);
      else if (isWorkerDeath(error)) interruptions.push(`the process of a test died: ${title}`);
      else suiteErrors.push(`${title}: ${error.message ?? error.value ?? 'failed without an error message'}`);
    }
  }

  onError(error: TestError): void {
    const lost = recordingFailure(error);
    const text = error.message ?? error.value ?? 'the runner failed without an error message';
    if (lost === undefined) this.#outcomes.suiteErrors.push(text);
    else this.#outcomes.interruptions.unshift(lost);
  }

  async onEnd({ status }: FullResult): Promise<{ status?: FullResult['status'] }> {
    if (this.#isListing) return {};
    const { interruptions, suiteErrors } = this.#outcomes;
    const isEmpty = this.#all === 0 && status !== 'interrupted' && this.#plan.facts.shard === undefined;
    if (isEmpty && suiteErrors.every((error) => /\bNo tests found\b/.test(error))) {
      process.stdout.write(
        'No test was selected: the choice of projects, files and titles matches nothing.\n',
      );
      this.#exitCode = exitStatusOfWrongUse;
      return { status: 'failed' };
    }
    const stopped = readOpening(this.#plan.out)?.stopped;
    if (stopped !== undefined) interruptions.unshift(stopped.says);
    else if (status === 'interrupted') interruptions.unshift('the run was interrupted');
    else if (status === 'timedout') interruptions.unshift('the run ran into its time limit');
    else if (this.#ended < this.#planned)
      interruptions.unshift(`${this.#ended} of ${this.#planned} planned tests ran`);
    try {
      this.#exitCode = await finishRun(this.#plan, this.#outcomes);
    } catch (error) {
      const why = plainText(redactText((error as Error).message));
      process.stdout.write(`The reports could not be finished: ${why}\n`);
      this.#exitCode = 4;
    }
    return status === 'passed' && this.#exitCode !== 0 ? { status: 'failed' } : {};
  }

  async onExit(): Promise<void> {
    const own = this.#exitCode;
    if (own === undefined) return;
    // Playwright itself ends with 0 or 1; what it says is never made better, and 130 stays.
    process.once('exit', (code) => {
      if (code <= 1 && own > code) process.exitCode = own;
    });
  }
}

function isOfSpecs(test: TestCase): boolean {
  return specProjects.includes(test.parent.project()?.name ?? '');
}

/** The operations that some tests call, under test or before it. */
function usedBy(tests: readonly TestCase[]): ReadonlySet<string | undefined> {
  const about = tests.flatMap(({ annotations }) => annotations);
  return new Set(
    about
      .filter(({ type }) => type === 'operation' || type === 'needs')
      .map(({ description }) => description),
  );
}

/** Makes `latest` beside the folder of a run lead to it. */
function linkLatest(out: string): void {
  const latest = join(dirname(out), 'latest');
  try {
    rmSync(latest, { force: true });
    symlinkSync(basename(out), latest);
  } catch {
    // A file system without links, or a folder of the user's with this name.
  }
}
