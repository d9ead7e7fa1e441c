import { randomUUID } from 'node:crypto';
import { forgetVisit, keepPointerStill, removeSideWays, tellOfForm } from './inside-page.mjs';

/** The User-Agent of the same browser on a shopper's computer. */
function shoppersAgent(browser) {
  const [major] = browser.version().split('.');
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}

/** Opens a sealed tab with its own profile. Without a `watcher` it blocks every request and reports nothing. */
export async function openTab(browser) {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    acceptDownloads: false,
    userAgent: shoppersAgent(browser),
  });
  const tab = { context, page: undefined, watcher: undefined, session: undefined, emptied: undefined };
  const note = (kind, text) => tab.watcher?.note(kind, text);
  await context.addInitScript(removeSideWays);
  await context.addInitScript(keepPointerStill);
  const binding = `_${randomUUID().replaceAll('-', '')}`;
  await context.exposeBinding(binding, (_source, form) => tab.watcher?.leaves(form));
  await context.addInitScript(tellOfForm, binding);
  await context.route('**/*', (route) => {
    const request = route.request();
    if (request.isNavigationRequest() && request.url() === tab.emptied && request.method() === 'GET')
      return route.fulfill({ status: 200, contentType: 'text/html', body: '' });
    return tab.watcher === undefined ? route.abort('blockedbyclient') : tab.watcher.asks(route);
  });
  await context.routeWebSocket('**/*', (socket) => {
    note('foreignRequests', `WEBSOCKET ${socket.url()}`);
    void socket.close();
  });
  tab.page = await context.newPage();
  tab.page.on('crash', () => tab.watcher?.crashed());
  tab.page.on('load', () => tab.watcher?.loads());
  tab.page.on('dialog', (dialog) => {
    note('dialogs', `${dialog.type()}: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  tab.page.on('pageerror', (error) => note('scriptErrors', String(error.message)));
  tab.page.on('download', (download) => {
    note('foreignRequests', `DOWNLOAD ${download.url()}`);
    download.cancel().catch(() => {});
  });
  return tab;
}

/**
 * Shows an empty document in place of a page, which does nothing from then on, and removes what it left: a navigation
 * that it began before is reported before the one to the next page. Rejects for several documents or one that does not
 * respond.
 */
export async function clearTab(tab, url) {
  const { context, page } = tab;
  const frames = page.frames().length;
  tab.emptied = url;
  await page.goto(url, { waitUntil: 'commit' });
  tab.emptied = undefined;
  await page.evaluate(forgetVisit);
  if (context.pages().length + frames > 2) throw new Error('a page with windows or frames');
  const { origin } = new URL(url);
  tab.session ??= await context.newCDPSession(page);
  await context.clearCookies();
  await tab.session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
}
