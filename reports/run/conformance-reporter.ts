import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from '@playwright/test/reporter';
import { plainText } from '../../schemas/plain-text.ts';
import { sourceName } from '../../schemas/source-name.ts';
import { redactText } from '../redact.ts';
import { brokenClauses, type LiveView, liveOn, renderHeader } from '../terminal/live.ts';
import { onScreen, withoutBrokenPipes } from '../terminal/on-screen.ts';
import { releaseDiskSpace, reserveDiskSpace, whyNoDiskSpace } from './disk-space.ts';
import { finishRun } from './finish-run.ts';
import { runnerMessageIn } from './progress.ts';
import { type RunPlan, writePlan } from './run-facts.ts';
import {
  isFindings,
  isLateEnd,
  isWorkerDeath,
  recordingFailure,
  type TestOutcomes,
  whySkipped,
} from './test-outcomes.ts';

// If another program starts the runner, its channel has another purpose.
const isStartedByCommand = () =>
  process.connected && Number(process.env.CONFORMANCE_COMMAND) === process.ppid;

/** Up to this number of tests of the embedded endpoint, a second worker costs more than it saves. */
const fewTests = 20;

/** Milliseconds between checks whether the screen must be redrawn while no test ends. */
const tick = 1_000;

// The runner stops its workers properly only on this signal; it is emitted in this process only.
const interruptRunner = () => process.emit('SIGINT', 'SIGINT');

// The runner reports an empty selection as an error.
const isEmptyChoice = (error: string) => /\bNo tests found\b/.test(error);

type Preprocessed = Parameters<NonNullable<Reporter['preprocess']>>[0];

/** A test with the fields by which the runner finds its worker. */
type InWorker = TestCase & { readonly _projectId: string; readonly _workerHash: string };

/** Playwright's reporter: shows the progress of a run, then judges it as a whole and writes every report. */
export default class ConformanceReporter implements Reporter {
  readonly #plan: RunPlan;
  /** True if something could not be recorded. */
  #isLost = false;
  /** What stopped the run. */
  #stoppedBy: string | undefined;
  /** Resolves when the command has opened the run. */
  readonly #opened: Promise<void>;
  /** True while the command still opens the run, or if it ended before. */
  #isOpening = isStartedByCommand() || (process.env.CONFORMANCE_COMMAND !== undefined && !process.connected);
  readonly #outcomes: Required<TestOutcomes> = { suiteErrors: [], interruptions: [], skipped: [], timed: [] };
  #live: LiveView | undefined;
  #clock: NodeJS.Timeout | undefined;
  #total = 0;
  readonly #broken = brokenClauses();
  /** Errors of workers that had to be killed after the run. */
  readonly #lateEnds: string[] = [];
  #done = 0;
  #failed = 0;
  /** Number of failures after which the runner stops; 0 for no limit. */
  #mostFailures = 0;

  constructor(plan: RunPlan) {
    this.#plan = plan;
    withoutBrokenPipes();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#stop(signal));
    this.#opened = this.#hearCommand();
    reserveDiskSpace(plan.out);
  }

  // A command that has ended receives no messages; it may have ended while this runner was loading.
  async #hearCommand(): Promise<void> {
    if (process.env.CONFORMANCE_COMMAND === undefined) return;
    if (!process.connected) this.#stop('the end of the command');
    if (!isStartedByCommand()) return;
    process.once('disconnect', () => this.#stop('the end of the command'));
    await new Promise<void>((begin) => {
      process.on('message', (message: { readonly stop?: unknown; readonly begin?: unknown }) => {
        if (typeof message.stop === 'string') this.#stop(message.stop);
        if (message.begin === true) begin();
      });
    });
    this.#isOpening = false;
    // A listener must not keep the process alive.
    process.channel?.unref();
  }

  /** Stops the run after a signal to this process, the command or a worker; only the first one counts. */
  #stop(by: string): void {
    if (this.#stoppedBy !== undefined || this.#isLost) return;
    this.#stoppedBy = by;
    // Before the first test the command makes the reports.
    const end = this.#isOpening ? () => process.exit(130) : undefined;
    if (isStartedByCommand()) process.send?.({ stop: by }, () => end?.());
    else end?.();
    if (end === undefined) interruptRunner();
  }

  printsToStdio(): boolean {
    return true;
  }

  /**
   * Lets all projects of a run, which exist only for their order, share the same workers; the runner would start new
   * ones for each. The tests of earlier projects replace the same tests of the last one, which contains all.
   */
  async preprocess({ suite, testRun }: Preprocessed): Promise<void> {
    // No worker starts before.
    await this.#opened;
    const whole = suite.suites.at(-1);
    const parts = suite.suites.slice(0, -1);
    const titleOf = (test: TestCase) => JSON.stringify(test.titlePath().slice(2));
    const same = new Map(whole?.allTests().map((test) => [titleOf(test), test as InWorker]));
    for (const test of parts.flatMap((part) => part.allTests())) {
      const { id, _projectId, _workerHash } = same.get(titleOf(test)) as InWorker;
      Object.assign(test, { id, _projectId, _workerHash });
      testRun.exclude(same.get(titleOf(test)) as InWorker);
    }
  }

  onBegin(config: FullConfig, suite: Suite): void {
    // From here on, this process makes the reports.
    writePlan({ ...this.#plan, pid: process.pid });
    this.#mostFailures = config.maxFailures;
    this.#total = suite.allTests().length;
    const { environment } = this.#plan.facts.target;
    if (
      environment === 'embedded' &&
      this.#total <= fewTests &&
      process.env.CONFORMANCE_WORKERS === undefined
    )
      config.workers = 1;
    process.stdout.write(`${onScreen(renderHeader(this.#plan)).join('\n')}\n`);
    this.#live = liveOn(process.stdout, this.#total);
    // Before the tests are loaded, the runner ignores the signal.
    if (this.#stoppedBy !== undefined) interruptRunner();
    this.#clock = setInterval(() => this.#live?.tick(), tick).unref();
  }

  onStdOut(output: string | Buffer): void {
    const told = runnerMessageIn(output);
    if (told === undefined) return;
    if ('stop' in told) this.#stop(told.stop);
    else this.#live?.property(told);
  }

  onTestBegin(test: TestCase): void {
    // Several tests have the same title; their group names the operation.
    this.#live?.begins(test.id, test.titlePath().slice(3).join(' › '));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#done += 1;
    const [file = '', ...titles] = test.titlePath().slice(2);
    const title = [sourceName(file), ...titles].join(' › ');
    const { suiteErrors, interruptions, skipped } = this.#outcomes;
    if (result.status === 'skipped') skipped.push(whySkipped(test, result));
    else if (result.status === 'interrupted') interruptions.push(`a test was interrupted: ${title}`);
    else if (result.status === 'timedOut') interruptions.push(`a test ran into its time limit: ${title}`);
    else if (result.status === 'failed') {
      this.#failed += 1;
      const [error] = result.errors.filter((one) => !isFindings(one, result));
      const lost = error === undefined ? undefined : recordingFailure(error);
      if (lost !== undefined) this.#endEarly(lost);
      else if (error !== undefined && isWorkerDeath(error))
        interruptions.push(`the process of a test died: ${title}`);
      else if (error !== undefined)
        suiteErrors.push(`${title}: ${error.message ?? error.value ?? 'failed without an error message'}`);
    }
    this.#outcomes.timed.push({ title, took: result.duration });
    this.#live?.ends(test.id);
    this.#live?.tests(this.#done, this.#total, this.#failed);
    this.#live?.note(this.#broken(result));
  }

  // Further requests would not be recorded, so the runner is stopped as by Ctrl-C.
  #endEarly(reason: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#outcomes.interruptions.unshift(reason);
    interruptRunner();
  }

  onError(error: { message?: string; value?: string }): void {
    const lost = recordingFailure(error);
    const text = error.message ?? error.value ?? 'the runner failed without an error message';
    if (lost !== undefined) this.#endEarly(lost);
    else (isLateEnd(error) ? this.#lateEnds : this.#outcomes.suiteErrors).push(text);
  }

  async onEnd({ status }: FullResult): Promise<{ status?: FullResult['status'] }> {
    // Without a test there is nothing to preprocess.
    await this.#opened;
    clearInterval(this.#clock);
    this.#live?.end();
    releaseDiskSpace(this.#plan.out);
    const { interruptions, suiteErrors } = this.#outcomes;
    if (this.#mostFailures > 0 && this.#failed >= this.#mostFailures && this.#done < this.#total)
      interruptions.unshift(
        `--max-failures ${this.#mostFailures} ended the run after ${this.#done} of ${this.#total} tests`,
      );
    if (this.#stoppedBy !== undefined) interruptions.unshift(`the run was stopped by ${this.#stoppedBy}`);
    else if (status === 'interrupted' && !this.#isLost) interruptions.unshift('the run was interrupted');
    // After a requested stop, workers that had to be killed are not an error.
    if (status !== 'interrupted') suiteErrors.push(...this.#lateEnds);
    if (status === 'timedout') interruptions.unshift('the run ran into its time limit');
    // If there are more shards than tests, some shards have none.
    const isEmpty = this.#total === 0 && this.#plan.facts.shard === undefined && status !== 'interrupted';
    if (isEmpty && suiteErrors.every(isEmptyChoice)) return this.#refuseEmptyRun();
    const code = await this.#finish();
    return { status: code === 0 ? 'passed' : 'failed' };
  }

  #refuseEmptyRun(): { status: FullResult['status'] } {
    process.stdout.write('No test was selected: the choice of operations and titles matches nothing.\n');
    writeFileSync(join(this.#plan.out, 'exit-code'), '2');
    return { status: 'failed' };
  }

  #leaveCode(code: number): void {
    try {
      writeFileSync(join(this.#plan.out, 'exit-code'), String(code));
    } catch {
      const parts = join(this.#plan.out, 'parts');
      process.stdout.write(`Nothing more can be written. What was recorded so far is in ${parts}.\n`);
    }
  }

  // The runner hides errors of a reporter, and a run without any message would look successful.
  async #finish(): Promise<number> {
    try {
      return await finishRun(this.#plan, this.#outcomes);
    } catch (error) {
      process.stdout.write(
        `The reports could not be finished: ${plainText(redactText((error as Error).message))}\n`,
      );
      const lack = whyNoDiskSpace(this.#plan.out);
      if (lack !== undefined) process.stdout.write(`${plainText(lack)}\n`);
      this.#leaveCode(4);
      return 4;
    }
  }
}
