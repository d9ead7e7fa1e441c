import type { TestDetails, TestInfo } from '@playwright/test';
import { noteBrowser } from '../../reports/run/browser-note.ts';
import { sourceName } from '../../schemas/source-name.ts';
import { beginTest } from '../../targets/stop.ts';
import { labelTest } from './allure-labels.ts';
import { asksFor } from './ask-once-more.ts';
import { attachFindings } from './attach-findings.ts';
import { isCaught, isCaughtForGood, rememberCaught } from './caught.ts';
import { failByFindings, seriousFindings } from './findings-error.ts';
import { type Harness, type Harnesses, openHarness, openHarnesses } from './harness.ts';
import { whyNotTested } from './permission.ts';
import type { Place } from './place.ts';
import { plainTest } from './plain-options.ts';
import { prepareBrowser, type SealedBrowser } from './sealed-browser.ts';
import { openService, type Service } from './service.ts';
import { shortenStacks } from './short-stacks.ts';
import { sideBySide } from './side-by-side.ts';
import { metBy, readVariants, undeclared, variantSuffix } from './variants.ts';
import { looksOfProof, usualLooks } from './visit.ts';
import { type Visit, visitingOnce } from './visiting-once.ts';

shortenStacks();

interface WorkerParts {
  readonly harness: Harness;
  readonly harnesses: Harnesses;
  readonly sealedBrowser: SealedBrowser;
}

/** Whether somebody stopped the run, so that nothing more is sent. */
let isInterrupted = false;

const harnessed = plainTest.extend<{ visit: Visit }, WorkerParts>({
  harness: [
    async ({}, use, worker) => {
      const opened = await openHarness(worker.workerIndex);
      const { monitor } = opened;
      const harness = {
        ...opened,
        ...(monitor === undefined ? {} : asksFor(opened, monitor, worker.workerIndex)),
      };
      await use(harness);
      if (!isInterrupted) await harness.lookAtEnd?.();
      await harness.close();
    },
    // A service that is slow is waited for by what is asked at the end, too.
    { scope: 'worker', timeout: 900_000 },
  ],
  harnesses: [
    async ({ harness }, use, worker) => {
      const harnesses = openHarnesses(harness, worker.workerIndex);
      await use(harnesses);
      await harnesses.close();
    },
    { scope: 'worker' },
  ],
  sealedBrowser: [
    async ({ harness }, use) => {
      const { out, variants: proves } = harness.settings;
      const looks = proves === undefined ? usualLooks : looksOfProof;
      const browser = prepareBrowser(harness.settings, looks, (name) => {
        if (proves === undefined) noteBrowser(out, name);
      });
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
    // What it does stands in the report anyway, and all tests of a proof set it up.
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
      const forbidden = harness.monitor?.stopped() ?? whyNotTested(harness, info.annotations);
      info.skip(forbidden !== undefined, forbidden ?? '');
      const service = openService(harness, placeOf(info));
      const endTest = beginTest();
      await use(service).finally(endTest);
      isInterrupted ||= info.status === 'interrupted';
      const serious = seriousFindings(service.findings, harness.settings.profile);
      await attachFindings(info, serious, service.exchanges, harness.settings);
      await labelTest(info, service.findings, service.exchanges, serious);
      // A spec that already failed on these findings has said so.
      if (serious.length > 0 && info.errors.length === 0)
        failByFindings(info, serious, service.exchanges, harness.settings);
    },
    { auto: true },
  ],
});

type Body = (parts: { service: Service; harness: Harness; visit: Visit }, info: TestInfo) => unknown;

class VariantSkipped extends Error {}

const variants = readVariants();
/** Variants that one test of a proof goes through, few enough for the workers to share them. */
const chunk = 36;
/** Of these as many are met at a time: where one waits, for a notification or a slow answer, others go on. */
const atATime = 4;

/** Registers the same test for all variants that it can meet; body, requests and seed are those of the plain test. */
function overVariants(title: string, details: TestDetails, body: Body): void {
  const met = metBy(variants, details, title);
  for (let start = 0; start < met.length; start += chunk) {
    const some = met.slice(start, start + chunk);
    harnessed(`${title} [${start / chunk}]`, details, async ({ harnesses, visit }, info) => {
      info.setTimeout(600_000);
      const visitOf = visitingOnce(visit);
      await sideBySide(some, atATime, async (variant) => {
        const harness = await harnesses.of(variant);
        if (isCaught(harness.settings.out, variant)) return;
        if (variant.own !== undefined && whyNotTested(harness, info.annotations) !== undefined) return;
        const [file = '', ...titles] = info.titlePath;
        const plain = [...titles.slice(0, -1), title].join(' › ');
        const service = openService(harness, {
          file: sourceName(file),
          title: plain + variantSuffix(variant.name),
          variant,
          toldEnough: (met) => isCaughtForGood(variant, met),
          skip: (reason) => {
            throw new VariantSkipped(reason);
          },
        });
        try {
          await body({ service, harness, visit: visitOf(variant.path ?? variant.name) }, info);
        } catch (error) {
          // A variant may well make a situation impossible.
          if (!(error instanceof VariantSkipped)) throw error;
        } finally {
          rememberCaught(harness.settings.out, variant, service);
        }
        const called = service.exchanges.map(({ exchange }) => exchange.operation);
        const other = undeclared(variant, details, called);
        if (other !== undefined) throw new Error(`"${title}" calls ${other}, which its details do not name`);
      });
    });
  }
}

/** Playwright's test with the service under test; every exchange of a test is judged when it ends. */
export const test: typeof conformance =
  variants.length === 0
    ? conformance
    : (Object.assign(overVariants, harnessed) as unknown as typeof conformance);

/**
 * Registers tests that one worker goes through, one after another, so that a run starts one browser for all of them. A proof,
 * which meets each of them with many services, shares them out.
 */
export function inOneWorker(register: () => void): void {
  test.describe(() => {
    test.describe.configure({ mode: variants.length === 0 ? 'default' : 'parallel' });
    register();
  });
}
