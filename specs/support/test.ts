import type { TestInfo } from '@playwright/test';
import { noteBrowser } from '../../reports/run/browser-note.ts';
import { sourceName } from '../../schemas/source-name.ts';
import type { SendOptions } from '../../targets/sender.ts';
import { readSettings, type Settings } from '../../targets/settings.ts';
import { beginTest } from '../../targets/stop.ts';
import type { Target } from '../../targets/target.ts';
import { labelTest } from './allure-labels.ts';
import { asksFor } from './ask-once-more.ts';
import { attachFindings } from './attach-findings.ts';
import { failByFindings, seriousFindings } from './findings-error.ts';
import { type Harness, openHarness } from './harness.ts';
import { whyNotTested } from './permission.ts';
import type { Place } from './place.ts';
import { plainTest } from './plain-options.ts';
import { prepareBrowser, type SealedBrowser } from './sealed-browser.ts';
import { openService, type Service } from './service.ts';
import { shortenStacks } from './short-stacks.ts';
import { usualLooks } from './visit.ts';

shortenStacks();

/** Opens an answer in the sealed browser. */
type Visit = NonNullable<SendOptions['visit']>;

interface WorkerParts {
  /** The settings of the run, with the address of the service. */
  readonly settings: Settings;
  readonly harness: Harness;
  /** The service under test, as its target file describes it. */
  readonly target: Target;
  readonly sealedBrowser: SealedBrowser;
}

/** Whether somebody stopped the run, so that nothing more is sent. */
let isInterrupted = false;

const harnessed = plainTest.extend<{ visit: Visit }, WorkerParts>({
  settings: [async ({}, use) => use(readSettings()), { scope: 'worker' }],
  target: [async ({ harness }, use) => use(harness.settings.target), { scope: 'worker' }],
  harness: [
    async ({ settings }, use, worker) => {
      const opened = await openHarness(worker.workerIndex, settings);
      const harness = { ...opened, ...asksFor(opened, opened.monitor, worker.workerIndex) };
      await use(harness);
      if (!isInterrupted) await harness.lookAtEnd?.();
      await harness.close();
    },
    // A service that is slow is waited for by what is asked at the end, too.
    { scope: 'worker', timeout: 900_000 },
  ],
  sealedBrowser: [
    async ({ harness }, use) => {
      const { settings } = harness;
      const browser = prepareBrowser(settings, usualLooks, (name) => noteBrowser(settings.out, name));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  visit: [
    async ({ sealedBrowser, harness }, use, info) => {
      await use(async (sent, answer, fetchScript) => {
        const visited = await sealedBrowser.visit(sent, answer, fetchScript);
        if (!('unavailable' in visited)) return visited;
        if (harness.settings.requireBrowser)
          throw new Error(`a browser is required here: ${visited.unavailable}`);
        info.skip(true, visited.unavailable);
        throw new Error('a skipped test does not go on');
      });
    },
    // What it does stands in the report anyway.
    { box: 'self' },
  ],
});

function placeOf(info: TestInfo): Place {
  const [file = '', ...titles] = info.titlePath;
  return {
    file: sourceName(file),
    title: titles.join(' › '),
    skip(reason) {
      info.skip(true, reason);
      throw new Error('a skipped test does not go on');
    },
  };
}

const conformance = harnessed.extend<{ service: Service }>({
  service: [
    async ({ harness }, use, info) => {
      const forbidden = harness.monitor.stopped() ?? whyNotTested(harness, info.annotations);
      info.skip(forbidden !== undefined, forbidden ?? '');
      const service = openService(harness, placeOf(info));
      const endTest = beginTest();
      await use(service).finally(endTest);
      isInterrupted ||= info.status === 'interrupted';
      const serious = seriousFindings(service.findings, harness.settings.profile);
      await attachFindings(info, serious, service.exchanges, harness.settings);
      if (!harness.settings.skipAllure) await labelTest(info, service.findings, service.exchanges, serious);
      // A spec that already failed on these findings has said so.
      if (serious.length > 0 && info.errors.length === 0)
        failByFindings(info, serious, service.exchanges, harness.settings);
    },
    { auto: true },
  ],
});

/** Playwright's test with the service under test; every exchange of a test is judged when it ends. */
export { conformance as test };

/** Registers tests that one worker goes through, one after another, so that a run starts one browser for all of them. */
export function inOneWorker(register: () => void): void {
  conformance.describe(() => {
    conformance.describe.configure({ mode: 'default' });
    register();
  });
}
