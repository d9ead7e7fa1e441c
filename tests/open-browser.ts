import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { browserCandidates, firstThatStarts } from '../targets/browser.ts';

let folder: string | undefined;

function folderOfProcess(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), 'test-browser-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/** Opens the browser of the sealed process in this one, for pages that are known. */
export async function openBrowser(): Promise<
  { readonly browser: Browser; readonly how: string } | { readonly reason: string }
> {
  const opened = await firstThatStarts(
    browserCandidates(process.env.CONFORMANCE_BROWSER?.trim() || 'auto', folderOfProcess()),
    (options) => chromium.launch({ ...options, timeout: 30_000 }),
  );
  return 'reason' in opened ? opened : { browser: opened.started, how: opened.how };
}
