import './reports/short-process.cjs';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { chosenTests } from './cli/run/chosen-tests.ts';
import { runnerFolder } from './cli/run/folder-lock.ts';
import { boundWorkers, endWithCommand } from './cli/run/runner-process.ts';
import { sendToRunner } from './reports/run/progress.ts';
import { commandLine } from './schemas/command-line.ts';
import { maskSecrets } from './targets/file/secrets-of.ts';
import { shareAmongWorkers } from './targets/sending/shared-pace.ts';
import { readSettings } from './targets/settings.ts';
import { listenForSignals, listenToRunner, onStop } from './targets/stop.ts';

// These would write unmasked requests to disk, so they are refused instead of honoured.
const leaking = process.argv.find((word) => /^--(reporter|trace|video|debug)\b/.test(word));
if (leaking !== undefined) {
  throw new Error(`${leaking} would write card data unmasked; the reports are chosen in runner.config.ts.`);
}

// Reports and temporary files are for their owner alone, those of the workers as well.
process.umask(0o077);

const planFile = process.env.CONFORMANCE_PLAN;
if (planFile === undefined)
  throw new Error(`${commandLine('run')} starts a run: it writes the plan that its processes read.`);
const settings = readSettings();

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const here = (path: string) => fileURLToPath(new URL(`${path}.${extension}`, import.meta.url));
// Workers load this file too, and report nothing.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
if (isWorker) {
  listenForSignals();
  listenToRunner();
  onStop((by, signal) => {
    if (signal !== undefined) sendToRunner({ stop: by });
  });
} else {
  // Before all else: a runner that is stopped while it loads does not come to its reporters.
  endWithCommand(runnerFolder(settings.out));
  boundWorkers();
  // What the runner itself prints is masked.
  maskSecrets(settings);
  process.once('exit', await shareAmongWorkers(settings.target));
}
const reporters = (): ReporterDescription[] => {
  const plan: object = JSON.parse(readFileSync(planFile, 'utf8'));
  return [[here('./reports/mask-first')], [here('./reports/run/conformance-reporter'), plan]];
};

const { all, first, second } = chosenTests(settings.operations);

export default defineConfig({
  testDir: fileURLToPath(new URL('specs', import.meta.url)),
  testMatch: `**/*.spec.${extension}`,
  outputDir: `${settings.out}/runner/output`,
  preserveOutput: 'never',
  fullyParallel: true,
  workers: settings.workers,
  retries: 0,
  // A slow service conforms, and each wait for one has a limit of its own: this ends a test that hangs.
  timeout: 3_600_000,
  // A run begins with the tests that show most; the profile quick ends with the first part of them. The last project has all tests, and
  // the reporter takes those of the others out of it. Of a few titles there is nothing to choose: one order is as good as another.
  projects:
    settings.profile === 'quick'
      ? [{ grep: first }]
      : settings.target.environment !== 'embedded' && settings.grep === undefined
        ? [{ grep: first }, { grep: second }, { grep: all }]
        : [{ grep: all }],
  use: { trace: 'off', screenshot: 'off', video: 'off' },
  reporter: isWorker ? [] : reporters(),
});
