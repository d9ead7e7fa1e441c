import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { signersPlace } from '../../reports/certificate/heading.ts';
import { openBrowser } from '../../targets/browser.ts';
import { makeTemporary, removeFolder, withTemporaryFiles } from '../temporary-folder.ts';

/** Prints a certificate on A4 with the fingerprints of its signers; returns why as a text if no browser starts. */
export async function printPdf(file: string, signers: readonly string[]): Promise<Uint8Array | string> {
  const folder = makeTemporary('print');
  try {
    // The browser driver reads the temporary folder when it is loaded, and leaves its own folders there.
    return await withTemporaryFiles(folder, async () => {
      const opened = await openBrowser();
      if ('reason' in opened) return opened.reason;
      try {
        return await print(opened.browser, file, signers);
      } finally {
        await opened.close();
      }
    });
  } finally {
    removeFolder(folder);
  }
}

async function print(browser: Browser, file: string, signers: readonly string[]): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.evaluate(
    ([place = '', text = '']) => document.getElementById(place)?.replaceChildren(text),
    [signersPlace, signers.join(', ')],
  );
  return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
}
