import type { Browser } from '@playwright/test';
import { given } from '../../schemas/given.ts';
import type { Answer, PageVisit, SentRequest } from '../../schemas/types.ts';

/** How long a page may take to post once it has loaded, and to load and post at all, in milliseconds. */
const patience = { loaded: 3_000, all: 20_000 } as const;

/** Headers that describe the body on the wire, which the browser is handed already read. */
const transportHeaders = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

/**
 * Opens the answer of a redirect payment in a sealed browser at its own address and records what the page does:
 * the automatic post is caught before it leaves, everything else is refused and listed (2.8).
 */
export async function visit(browser: Browser, sent: SentRequest, answer: Answer): Promise<PageVisit> {
  const context = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false });
  const foreignRequests: string[] = [];
  const dialogs: string[] = [];
  const scriptErrors: string[] = [];
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !transportHeaders.has(name)),
  );
  let served = false;
  let timer: NodeJS.Timeout | undefined;
  try {
    const started = performance.now();
    const posted = await new Promise<PageVisit['posted']>((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), patience.all);
      const open = async () => {
        await context.route('**/*', async (route) => {
          const request = route.request();
          if (!served && request.isNavigationRequest() && request.url() === sent.url) {
            served = true;
            return route.fulfill({ status: 200, headers, body: Buffer.from(answer.body) });
          }
          if (!request.isNavigationRequest()) {
            foreignRequests.push(`${request.method()} ${request.url()}`);
            return route.abort('blockedbyclient');
          }
          await route.fulfill({ contentType: 'text/plain', body: 'captured' });
          const source =
            request.method() === 'GET' ? new URL(request.url()).search.slice(1) : (request.postData() ?? '');
          resolve({
            method: request.method(),
            url: request.url(),
            fields: [...new URLSearchParams(source)],
            afterMs: Math.round(performance.now() - started),
          });
        });
        await context.routeWebSocket('**/*', (socket) => {
          foreignRequests.push(`WEBSOCKET ${socket.url()}`);
          void socket.close();
        });
        const page = await context.newPage();
        // A browser that dies says nothing about the page.
        page.on('crash', () => reject(new Error('the browser crashed on the page')));
        browser.once('disconnected', () => reject(new Error('the browser ended while it showed the page')));
        page.once('load', () => {
          clearTimeout(timer);
          timer = setTimeout(() => resolve(undefined), patience.loaded);
        });
        page.on('dialog', (dialog) => {
          dialogs.push(`${dialog.type()}: ${dialog.message()}`);
          void dialog.dismiss();
        });
        page.on('pageerror', (error) => scriptErrors.push(error.message));
        // The form leaves at once, so waiting for "load" would wait for another page.
        await page.goto(sent.url, { waitUntil: 'commit', timeout: patience.all });
      };
      open().catch(reject);
    });
    return { ...given({ posted }), foreignRequests, dialogs, scriptErrors };
  } finally {
    clearTimeout(timer);
    await context.close();
  }
}
