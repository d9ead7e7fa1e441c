import type { Browser, BrowserContext } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import type { PageVisit } from '../../schemas/types.ts';
import { readVisit } from '../../specs/support/visiting/read-visit.ts';
import { visit } from '../../specs/support/visiting/visit.mjs';
import {
  type PageOpener,
  type PageTimeouts,
  type ServedPage,
  type VisitTimeouts,
  visitsTwice,
} from '../../specs/support/visiting/visit.ts';
import { pageWith, startBrowser } from './started-browser.ts';

/** As slow as a machine on which many others want the processor. */
const rate = 20;
/** Patience that no page meets by itself: only what the control adds to it is left. */
const none: VisitTimeouts = [
  { loaded: 0, all: 1 },
  { loaded: 0, all: 1 },
];
const idle: PageVisit = { foreignRequests: [], dialogs: [], scriptErrors: [] };
let browser: Browser;

beforeAll(async () => {
  const started = await startBrowser();
  browser = started.browser;
  return started.close;
});

/** The same browser, but every page of it is slowed down before anything is opened in it. */
function throttled(plain: Browser): Browser {
  const slow = (context: BrowserContext) =>
    new Proxy(context, {
      get(target, name) {
        const member = Reflect.get(target, name, target);
        if (name !== 'newPage') return typeof member === 'function' ? member.bind(target) : member;
        return async () => {
          const page = await target.newPage();
          const session = await target.newCDPSession(page);
          await session.send('Emulation.setCPUThrottlingRate', { rate });
          return page;
        };
      },
    });
  return new Proxy(plain, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (name !== 'newContext') return typeof member === 'function' ? member.bind(target) : member;
      return async (options: object) => slow(await target.newContext(options));
    },
  });
}

function lookerIn(one: Browser, order: string[] = []): PageOpener {
  const look = async (page: ServedPage, patience: VisitTimeouts[0]): Promise<PageVisit> => {
    order.push(page.url.includes('control') ? 'control' : 'page');
    return readVisit((await visit(one, { take: () => {} }, { ...page, patience })).page);
  };
  return {
    beside: look,
    alone(work) {
      order.push('alone');
      return work(look);
    },
  };
}

const working = 'let n = 0; for (let i = 0; i < 3e6; i += 1) n += i; document.theForm.submit()';

test('a page that counts before it posts is seen to post in a very slow browser', async () => {
  const order: string[] = [];
  const seen = await visitsTwice(none)(lookerIn(throttled(browser), order), pageWith(working));
  expect(order).toEqual(['page', 'alone', 'control', 'page']);
  expect(seen?.posted).toMatchObject({ method: 'POST', fields: [['a', '1']] });
});

test('a page that never posts has posted nothing in a very slow browser', async () => {
  const seen = await visitsTwice(none)(lookerIn(throttled(browser)), pageWith('document.title = "no"'));
  expect(seen?.posted).toBeUndefined();
  expect(seen?.failure).toBeUndefined();
});

test('nothing is said of a page where one that is known to post does not either', async () => {
  const dead: PageOpener = { beside: async () => idle, alone: (work) => work(async () => idle) };
  expect((await visitsTwice()(dead, pageWith(working)))?.failure?.reason).toBe('hang');
});

test('a page that posts at the first look is not looked at again', async () => {
  const order: string[] = [];
  const seen = await visitsTwice()(lookerIn(browser, order), pageWith('document.theForm.submit()'));
  expect(seen?.posted).toBeDefined();
  expect(order).toEqual(['page']);
});

test('pages have less time once one of them posted nothing', async () => {
  const waits: number[] = [];
  const look = async ({ url }: ServedPage, { loaded }: PageTimeouts): Promise<PageVisit> => {
    if (url.includes('control')) return { ...idle, posted: { method: 'POST', url, afterMs: 10, fields: [] } };
    waits.push(loaded);
    return idle;
  };
  const visit = visitsTwice();
  const looker: PageOpener = { beside: look, alone: (work) => work(look) };
  await visit(looker, pageWith(working));
  await visit(looker, pageWith(working));
  expect(waits).toEqual([3000, 12_200, 600, 2600]);
});
