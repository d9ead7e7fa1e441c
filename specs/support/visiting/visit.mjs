import { clearTab, openTab } from './tab.mjs';
import { watchPage } from './watch-page.mjs';
import { within } from './within.mjs';

/** Longest time for closing a page before the browser is given up, in milliseconds. */
const closing = 4_000;

const isDone = async (work) => (await within(closing, work)) === 'done';

/** Resolves if another page of the same browser responds: then the machine is not to blame. */
async function answersElsewhere(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.evaluate('1 + 1');
  await context.close();
}

const noScript = async () => undefined;

/** The tab that a browser keeps after a page that only posted. */
const keptTabs = new WeakMap();

/**
 * Opens one page in the sealed browser and reports what it does: its automatic post is caught, its scripts come from
 * `fetchScript`, everything else is blocked and listed (2.8). Never rejects; `spent` asks for another browser. A page
 * may reuse the tab of the previous one, unless `anew` is set.
 */
export async function visit(browser, leaks, given, fetchScript = noScript) {
  const used = keptTabs.get(browser);
  keptTabs.delete(browser);
  let isSpent = false;
  if (used !== undefined && given.anew) isSpent = !(await isDone(used.context.close()));
  else if (used !== undefined) {
    const { page, spent, isPlain } = await look(browser, leaks, given, fetchScript, used);
    // Anything besides a post may come from the previous page; a page that posts nothing is opened again anyway.
    if (isPlain || (page.posted === undefined && ['script', undefined].includes(page.failure?.reason)))
      return { page, spent };
    isSpent = spent;
  }
  const { page, spent } = await look(browser, leaks, given, fetchScript);
  return { page, spent: spent || isSpent };
}

async function look(browser, leaks, given, fetchScript, used) {
  let settle = () => {};
  const settled = new Promise((resolve) => {
    settle = resolve;
  });
  const watcher = watchPage(given, fetchScript, settle);
  const { state } = watcher;
  const ended = () => watcher.fail('crash', 'the browser ended while it showed the page');
  const opened = used === undefined ? openTab(browser) : Promise.resolve(used);
  const show = async () => {
    const tab = await opened;
    tab.watcher = watcher;
    // The form posts at once, so waiting for "load" would wait for another page.
    await tab.page.goto(given.url, { waitUntil: 'commit', timeout: given.patience.all });
  };
  leaks.take = (line) => watcher.note('foreignRequests', line);
  browser.once('disconnected', ended);
  show().catch((error) =>
    watcher.fail(
      'navigation',
      String(error?.message ?? error)
        .split('\n')[0]
        .slice(0, 200),
    ),
  );
  let { isOwn = false, ...outcome } = await settled;
  watcher.end();
  browser.off('disconnected', ended);
  const isSilent = outcome.posted === undefined && outcome.failure === undefined;
  if (isSilent && !state.loaded && !(await isDone(answersElsewhere(browser))))
    outcome = { failure: { reason: 'hang', detail: 'neither the page nor the browser answered any more' } };
  // A missing script file may be what posts, so the result is unknown.
  else if (isSilent && state.script !== undefined) {
    const detail = `the page asks for a script that this browser was not handed: ${state.script.slice(0, 200)}`;
    outcome = { failure: { reason: 'script', detail } };
  }
  const didNoMore = () => Object.values(watcher.told()).every((list) => list.length === 0);
  const isKept = isOwn && didNoMore() && (await isDone(clearTab(await opened, given.url))) && didNoMore();
  leaks.take = () => {};
  if (isKept) {
    const tab = await opened;
    tab.watcher = undefined;
    keptTabs.set(browser, tab);
  }
  const spent =
    !browser.isConnected() || (!isKept && !(await isDone(opened.then(({ context }) => context.close()))));
  return { page: { ...outcome, ...watcher.told() }, spent, isPlain: isKept };
}
