import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { browserCandidates, firstThatStarts } from '../../targets/browser.ts';
import { listen } from './listening.ts';
import { sideWays } from './side-ways.ts';

let browser: Browser;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-unsealed-'));
  const opened = await firstThatStarts(
    browserCandidates('auto', folder),
    ({ proxy: _, args: __, ...options }) =>
      chromium.launch({ ...options, args: ['--no-sandbox', '--disable-gpu'] }),
  );
  if ('reason' in opened) throw new Error(opened.reason);
  browser = opened.started;
  return async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
}, 120_000);

// The silence of the sealed one says something only where the same page of the same browser is heard without the seal.
test.each(Object.entries(sideWays))(
  'a browser without the seal is heard through %s',
  async (_what, script) => {
    const listening = await listen();
    onTestFinished(() => listening.close());
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(listening.show(`<!doctype html><body><script>${script(listening)}</script>`));
    // What a page does when it ends is seen when it ends.
    if (script(listening).includes('pagehide')) await page.goto('about:blank');
    await vi.waitFor(() => expect(listening.heard).not.toEqual([]), { timeout: 20_000 });
  },
);
