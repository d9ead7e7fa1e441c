import type { Page } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { type ServedPage, serveExplore } from '../../cli/explore/serve.ts';
import { openSession, type Session } from '../../cli/explore/session.ts';
import { openBrowser } from '../../targets/browser.ts';

/** The page of explore in a browser, with what went wrong in it and what it asked of others. */
export interface Window {
  readonly page: Page;
  readonly errors: readonly string[];
  readonly foreign: readonly string[];
}

/** Serves the page of explore to the tests of a file; what opens it skips a test where there is no browser. */
export function exploreWindows(): { pageOf(skip: (reason: string) => never): Promise<Window> } {
  let opened: Awaited<ReturnType<typeof openBrowser>>;
  let session: Session;
  let served: ServedPage;

  beforeAll(async () => {
    opened = await openBrowser();
    session = await openSession({});
    served = await serveExplore(session);
  });
  afterAll(async () => {
    if ('browser' in opened) await opened.close();
    await served.close();
    await session.close();
  });
  return {
    pageOf: async (skip) =>
      'browser' in opened ? openWindow(await opened.browser.newPage(), served.url) : skip(opened.reason),
  };
}

/** Opens the page; the browser is sealed, so its requests to the page's server go through this process. */
async function openWindow(page: Page, url: string): Promise<Window> {
  // A busy machine shows everything later.
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const { origin } = new URL(url);
  await page.route('**/*', async (route) => {
    const asked = route.request();
    if (new URL(asked.url()).origin !== origin) {
      foreign.push(asked.url());
      return route.abort();
    }
    const data = asked.postData();
    const answer = await fetch(asked.url(), {
      method: asked.method(),
      headers: { ...asked.headers(), host: new URL(origin).host },
      ...(data === null ? {} : { body: data }),
    });
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  await page.goto(url);
  await page.getByRole('status').filter({ hasText: 'Ready: POST /v1' }).waitFor();
  return { page, errors, foreign };
}
