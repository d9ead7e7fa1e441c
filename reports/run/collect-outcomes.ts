import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { sourceName } from '../../schemas/source-name.ts';
import type { SkippedNote } from '../evidence/lines.ts';
import {
  isFindings,
  isWorkerDeath,
  recordingFailure,
  type TestOutcomes,
  whySkipped,
} from './test-outcomes.ts';

/** The projects with the tests of the specs; of the others one opens a run, and one closes it. */
const specProjects = ['quick', 'full'];

/** True for a test of the specs, which counts as a test of the run. */
export function isOfSpecs(test: TestCase): boolean {
  return specProjects.includes(test.parent.project()?.name ?? '');
}

/** True for a test that a user runs with those of the suite, which counts only by its exchanges and the exit status. */
export function isOfUser(test: TestCase): boolean {
  const name = test.parent.project()?.name ?? '';
  return !isOfSpecs(test) && name !== 'preflight' && name !== 'closing';
}

/** The file and titles of a test, as in `refund.spec.ts › refund › pays back`. */
function titleOf(test: TestCase): string {
  const [file = '', ...titles] = test.titlePath().slice(2);
  return [sourceName(file), ...titles].join(' › ');
}

/** A test of the specs that ended: its title, and the reason if it was skipped. */
interface Ended {
  readonly title: string;
  readonly skipped?: SkippedNote;
}

/** Collects what the tests of a run showed besides their exchanges. */
export function collectOutcomes() {
  const outcomes: TestOutcomes = { suiteErrors: [], interruptions: [], skipped: [] };
  const { suiteErrors, interruptions, skipped } = outcomes;
  return {
    outcomes,
    /** Takes the result of a test of the specs. */
    take(test: TestCase, result: TestResult): Ended {
      const title = titleOf(test);
      if (result.status === 'skipped') {
        const why = whySkipped(test, result);
        skipped.push(why);
        return { title, skipped: why };
      }
      if (result.status === 'interrupted') interruptions.push(`a test was interrupted: ${title}`);
      else if (result.status === 'timedOut') interruptions.push(`a test ran into its time limit: ${title}`);
      else if (result.status === 'failed') {
        const [error] = result.errors.filter((one) => !isFindings(one, result));
        if (error === undefined) return { title };
        const lost = recordingFailure(error);
        if (lost !== undefined) interruptions.unshift(lost);
        else if (isWorkerDeath(error)) interruptions.push(`the process of a test died: ${title}`);
        else
          suiteErrors.push(`${title}: ${error.message ?? error.value ?? 'failed without an error message'}`);
      }
      return { title };
    },
    /** Takes an error outside of all tests. */
    takeError(error: TestError): void {
      const lost = recordingFailure(error);
      const text = error.message ?? error.value ?? 'the runner failed without an error message';
      if (lost === undefined) suiteErrors.push(text);
      else interruptions.unshift(lost);
    },
    /** Notes why the run ended early; the first reason counts. */
    interrupt(reason: string): void {
      interruptions.unshift(reason);
    },
  };
}
