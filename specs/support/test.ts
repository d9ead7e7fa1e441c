import { test as base, type TestDetails } from '@playwright/test';
import type { SendOptions } from '../../targets/client.ts';
import { annotationsOf } from './about.ts';
import { type OpenedBrowser, openBrowser } from './browser.ts';
import { isCaught, rememberCaught } from './caught.ts';
import { FindingsError, seriousFindings } from './findings-error.ts';
import { type Harness, openHarness } from './harness.ts';
import { refusePermission } from './permission.ts';
import { openService, type Service } from './service.ts';
import { meets, readVariants, variantAnnotation, variantSuffix } from './variants.ts';
import { visit as visitPage } from './visit.ts';

/** Opens an answer in the sealed browser; a test that asks for it is skipped where there is no browser. */
type Visit = NonNullable<SendOptions['visit']>;

const conformance = base.extend<
  { service: Service; visit: Visit },
  { harness: Harness; sealedBrowser: OpenedBrowser }
>({
  sealedBrowser: [
    async ({ harness }, use) => {
      const opened = await openBrowser(harness.settings);
      await use(opened);
      if ('browser' in opened) await opened.browser.close();
    },
    { scope: 'worker' },
  ],
  visit: async ({ sealedBrowser: opened, harness }, use, info) => {
    if ('browser' in opened) return use((sent, answer) => visitPage(opened.browser, sent, answer));
    if (harness.settings.requireBrowser) throw new Error(`a browser is required here: ${opened.reason}`);
    info.skip(true, opened.reason);
  },
  harness: [
    async ({}, use, worker) => {
      const harness = await openHarness(worker.workerIndex);
      await use(harness);
      await harness.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ harness }, use, info) => {
      const forbidden = refusePermission(harness.settings, info.annotations);
      info.skip(forbidden !== undefined, forbidden ?? '');
      const variant = info.annotations.find(({ type }) => type === variantAnnotation)?.description;
      info.skip(isCaught(harness.settings.out, variant), 'this variant is caught already');
      const service = openService(harness, info);
      await use(service);
      const findings = service.exchanges.flatMap((one) => one.judgement.findings);
      rememberCaught(harness.settings.out, variant, findings);
      const serious = seriousFindings(findings, harness.settings.profile);
      // A spec that already failed on these findings has said so.
      if (serious.length > 0 && info.errors.length === 0) throw new FindingsError(serious, service.exchanges);
    },
    { auto: true },
  ],
});

type Body = Parameters<typeof conformance>[2];

const variants = readVariants();

/** Registers the same test once for every variant that it can meet; the body and its seed stay the same. */
function forEachVariant(title: string, details: TestDetails, body: Body): void {
  for (const variant of variants.filter((one) => meets(one, details))) {
    const annotation = [...annotationsOf(details), { type: variantAnnotation, description: variant.name }];
    conformance(`${title}${variantSuffix(variant.name)}`, { ...details, annotation }, body);
  }
}

/** Playwright's test with the service under test; every exchange of a test is judged when it ends. */
export const test: typeof conformance =
  variants.length === 0 ? conformance : (Object.assign(forEachVariant, conformance) as typeof conformance);
