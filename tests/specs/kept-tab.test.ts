import type { Browser } from '@playwright/test';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { PageVisit } from '../../schemas/types.ts';
import { readVisit } from '../../specs/support/visiting/read-visit.ts';
import { visit } from '../../specs/support/visiting/visit.mjs';
import { pageWith, startBrowser } from './started-browser.ts';

const posts = 'document.theForm.submit();';
const patience = { loaded: 1500, all: 20_000 };
let browser: Browser;
let close = async () => {};

async function replaceBrowser(): Promise<void> {
  await close();
  ({ browser, close } = await startBrowser());
}

beforeAll(async () => {
  await replaceBrowser();
  return () => close();
});
beforeEach(() => look('', { patience: { loaded: 0, all: 1 }, anew: true }));

async function look(script: string, more: object = {}) {
  const given = { patience, ...pageWith(script), ...more };
  const { page, spent } = await visit(browser, { take: () => {} }, given);
  // As a run does: a tab that takes too long to close, as on a busy machine, goes with its browser.
  if (spent) await replaceBrowser();
  return readVisit(page);
}

/** Looks at one page after the other, in the tab of the first where that is possible. */
async function lookAfter(before: string, script: string): Promise<PageVisit> {
  expect((await look(before)).posted).toBeDefined();
  return look(script);
}

const tabs = () => browser.contexts().map((context) => context.pages()[0]);
const postedBy = (visited: PageVisit) => visited.posted?.fields[0]?.[1];

/** A tab that is kept: whether the page's word about its form comes before its post is for the browser to say, page by page. */
async function keptTab() {
  for (let pages = 0; pages < 20; pages += 1) {
    await look(posts);
    const [tab, ...others] = tabs();
    expect(others).toEqual([]);
    if (tab !== undefined) return tab;
  }
  throw new Error('no tab was kept');
}

test('a page that does nothing but post is followed by the next in its tab', async () => {
  const seen: unknown[] = [];
  for (let pages = 0; pages < 6; pages += 1) seen.push(await keptTab());
  expect(new Set(seen).size).toBeLessThan(seen.length);
});

test('a page that is looked at anew gets another tab', async () => {
  const tab = await keptTab();
  await look(posts, { anew: true });
  expect(tabs()).not.toContain(tab);
});

test.each([
  ['shows a dialog', `alert(1); ${posts}`],
  ['throws', `${posts} throw new Error('after')`],
  ['loads an image', `document.body.append(Object.assign(new Image(), { src: '/a.png' })); ${posts}`],
  ['holds a frame', `document.body.append(document.createElement('iframe')); ${posts}`],
  ['opens a window', `open('about:blank'); ${posts}`],
  ['goes elsewhere', `location = '/v1/elsewhere'`],
  ['posts nothing', ''],
  ['comes to no rest', `${posts} setTimeout(() => { for (;;); });`],
])(
  'a page that %s leaves no tab',
  async (_what, script) => {
    await look(script);
    expect(tabs()).toEqual([]);
  },
  60_000,
);

const remembered = `JSON.stringify([document.cookie, localStorage.a, sessionStorage.a, window.name, document.referrer, performance.getEntriesByType('navigation')[0].type, history.state])`;
const tells = `document.theForm.a.value = ${remembered}; ${posts}`;

test('a page finds nothing of the page before', async () => {
  const leaves = `document.cookie = 'a=1; path=/'; localStorage.a = sessionStorage.a = window.name = 'a'; history.replaceState(1, '')`;
  const fresh = postedBy(await look(tells, { anew: true }));
  await look('', { anew: true });
  expect(postedBy(await lookAfter(`${leaves}; ${posts}`, tells))).toBe(fresh);
});

test('what a page does late is not said of the page behind it', async () => {
  const late = `${posts} setInterval(() => { fetch('/late'); throw new Error('late'); }, 3)`;
  expect(await lookAfter(late, `document.theForm.a.value = 2; ${posts}`)).toMatchObject({
    foreignRequests: [],
    scriptErrors: [],
    posted: { fields: [['a', '2']] },
  });
});

test('a post that comes again is not the one of the page behind it', async () => {
  const again = `${posts} setInterval(() => ${posts.slice(0, -1)}, 10)`;
  for (let turn = 2; turn < 6; turn += 1) {
    const visited = await lookAfter(again, `document.theForm.a.value = ${turn}; ${posts}`);
    expect(postedBy(visited)).toBe(String(turn));
  }
});

test('a tab that is kept shows nothing of its page any more', async () => {
  const tab = await keptTab();
  expect(await tab.content()).toBe('<html><head></head><body></body></html>');
});

test('what comes late in a tab that does not close is not said of the next page', async () => {
  const tab = await keptTab();
  await tab.evaluate("setInterval(() => { throw new Error('late'); }, 1); 0");
  tab.context().close = () => new Promise(() => {});
  expect(await look(posts)).toMatchObject({ scriptErrors: [], posted: { fields: [['a', '1']] } });
}, 60_000);
