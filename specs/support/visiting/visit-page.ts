import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { PageVisit } from '../../../schemas/types.ts';
import { noProxy } from '../../../targets/browser.ts';
import type { FetchScript } from '../../../targets/sending/page-scripts.ts';
import { prepareFrame, type ToldForm } from './inside-page.ts';
import {
  firstLine,
  mostPosted,
  type Outcome,
  type PageTimeouts,
  type ServedPage,
  type Watcher,
  watchPage,
} from './watch-page.ts';

/** A visit; `spent` asks for another browser. */
interface Visited {
  readonly page: PageVisit;
  readonly spent: boolean;
}

/** Longest time for closing a page before its browser is given up, in milliseconds. */
const closing = 4_000;

/**
 * Opens one page as the browser of a shopper would and reports what it does: its automatic post is caught, its scripts
 * come from `fetchScript`, everything else is blocked and listed (2.8). Never rejects because of the page.
 */
export async function visitPage(
  browser: Browser,
  served: ServedPage,
  patience: PageTimeouts,
  fetchScript: FetchScript = async () => undefined,
): Promise<Visited> {
  let settle: (outcome: Outcome) => void = () => {};
  const settled = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const watcher = watchPage(served, patience, fetchScript, settle);
  const ended = () => watcher.fail('crash', 'the browser ended while it showed the page');
  browser.once('disconnected', ended);
  const opened = openContext(browser, watcher);
  const show = async () => {
    const page = await (await opened).newPage();
    listenTo(page, watcher);
    // The form posts at once, so waiting for "load" would wait for another page.
    await page.goto(served.url, { waitUntil: 'commit', timeout: patience.all });
  };
  show().catch((error) => watcher.fail('navigation', firstLine(error)));
  const outcome = await settled;
  watcher.end();
  browser.off('disconnected', ended);
  const isClosed = await Promise.race([closeAll(opened), wait(closing, false, { ref: false })]);
  const spent = !isClosed || !browser.isConnected();
  return { page: { ...watcher.explained(outcome, spent), ...watcher.noted() }, spent };
}

/** Closes the pages first: the runner copies an open page into its report when a context is closed. */
async function closeAll(opened: Promise<BrowserContext>): Promise<boolean> {
  try {
    const context = await opened;
    await Promise.all(context.pages().map((page) => page.close()));
    await context.close();
    return true;
  } catch {
    return false;
  }
}

/** Opens a sealed profile for one page: all that its frames ask for is decided by the watcher. */
async function openContext(browser: Browser, watcher: Watcher): Promise<BrowserContext> {
  const [major] = browser.version().split('.');
  const context = await browser.newContext({
    serviceWorkers: 'block',
    acceptDownloads: false,
    javaScriptEnabled: true,
    bypassCSP: false,
    proxy: noProxy,
    // That of the same browser on a shopper's computer.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
  });
  const binding = `_${randomUUID().replaceAll('-', '')}`;
  await context.exposeBinding(binding, (_source, form: ToldForm) => watcher.submits(form));
  await context.addInitScript(prepareFrame, { binding, most: mostPosted.bytes });
  await context.route('**/*', watcher.asks);
  await context.routeWebSocket('**/*', (socket) => {
    watcher.note('foreignRequests', `WEBSOCKET ${socket.url()}`);
    void socket.close();
  });
  return context;
}

function listenTo(page: Page, watcher: Watcher): void {
  page.on('crash', () => watcher.fail('crash', 'the page ended the process that showed it'));
  page.on('load', watcher.loads);
  page.on('dialog', (dialog) => {
    watcher.note('dialogs', `${dialog.type()}: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on('pageerror', watcher.throws);
  page.on('download', (download) => {
    watcher.note('foreignRequests', `DOWNLOAD ${download.url()}`);
    download.cancel().catch(() => {});
  });
}
