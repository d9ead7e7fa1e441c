import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { browserCandidates, firstThatStarts } from '../../targets/browser.ts';

/** Starts a sealed browser in this process, with the folder that it writes into; `close` takes both away. */
export async function startBrowser(): Promise<{ readonly browser: Browser; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'started-browser-'));
  const opened = await firstThatStarts(
    browserCandidates(process.env.CONFORMANCE_BROWSER?.trim() || 'auto', folder),
    (options) => chromium.launch({ ...options, proxy: { server: 'http://127.0.0.1:9' } }),
  );
  if ('reason' in opened) throw new Error(opened.reason);
  const browser = opened.started;
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const address = 'https://service.example/v1/checkout';

/** A payment page with one hidden input, `a`, and a script behind its form, as the browser is handed it. */
export function pageWith(script: string) {
  const form =
    '<form name="theForm" method="post" action="/v1/checkout"><input type="hidden" name="a" value="1"></form>';
  return {
    url: address,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<!doctype html>${form}<script>${script}</script>`),
  };
}
