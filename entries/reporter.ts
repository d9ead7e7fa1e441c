import type { Reporter } from '@playwright/test/reporter';
import { newRunFolder } from '../cli/project/run-settings.ts';
import ConformanceReporter from '../reports/conformance-reporter.ts';
import MergeReporter from '../reports/merge-reporter.ts';

/**
 * The reporter of the suite by name: `--reporter=payment-acquiring-conformance/reporter`. It judges a run with the
 * configuration of `conformance()`; for `merge-reports`, all shards as one run.
 */
export default class SuiteReporter {
  constructor() {
    const plan = process.env.CONFORMANCE_RUN;
    const out = process.env.CONFORMANCE_OUT ?? newRunFolder(new Date());
    const reporter: Reporter =
      plan === undefined ? new MergeReporter({ out }) : new ConformanceReporter(JSON.parse(plan));
    // biome-ignore lint/correctness/noConstructorReturn: Playwright makes a reporter with `new`.
    return reporter;
  }
}
