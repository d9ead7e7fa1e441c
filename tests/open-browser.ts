import { tmpdir } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { browserCandidates, firstThatStarts } from '../targets/browser.ts';

/** Opens the browser of the sealed process in this one, for pages that are known. */
export async function openBrowser(): Promise<
  { readonly browser: Browser; readonly how: string } | { readonly reason: string }
> {
  const opened = await firstThatStarts(browserCandidates('auto', tmpdir()), (options) =>
    chromium.launch({ ...options, timeout: 30_000 }),
  );
  return 'reason' in opened ? opened : { browser: opened.started, how: opened.how };
}
