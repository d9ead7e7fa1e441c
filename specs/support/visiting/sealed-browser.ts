import { charsetOf } from '../../../schemas/media/charset.ts';
import type { Answer, PageVisit, SentRequest } from '../../../schemas/types.ts';
import { type OpenedBrowser, openBrowser } from '../../../targets/browser.ts';
import type { FetchScript } from '../../../targets/sending/page-scripts.ts';
import type { Settings } from '../../../targets/settings.ts';
import { visitPage } from './visit-page.ts';
import type { PageTimeouts, ServedPage } from './watch-page.ts';

/** The browser of a worker, started when a spec first needs it and again after a page has spoilt it. */
export interface SealedBrowser {
  /** Opens a page as a shopper's browser would; never rejects because of the page. */
  visit(
    sent: SentRequest,
    answer: Answer,
    fetchScript?: FetchScript,
  ): Promise<PageVisit | { readonly unavailable: string }>;
  /** Ends the browser, with the page that it shows. */
  close(): Promise<void>;
}

/** Patience of the first look at a page and of the second, which allows for a busy machine and a countdown. */
export type VisitTimeouts = readonly [first: PageTimeouts, second: PageTimeouts];

/** Most private memory of each process of the browser, in kilobytes. */
const mostMemory = 512 * 1024;

/** The patience of a run. */
const usualTimeouts: VisitTimeouts = [
  { loaded: 3_000, all: 20_000 },
  { loaded: 12_000, all: 45_000 },
];

/**
 * Prepares the browser of a worker without starting it; `looks` is its patience, and `tell` gets the name of each
 * started browser. It opens one page at a time.
 */
export function prepareBrowser(
  { browser: wanted }: Pick<Settings, 'browser'>,
  tell: (name: string) => void = () => {},
  looks: VisitTimeouts = usualTimeouts,
): SealedBrowser {
  let opened: OpenedBrowser | undefined;
  let unavailable: string | undefined;
  let before: Promise<unknown> = Promise.resolve();
  const close = async () => {
    const spent = opened;
    opened = undefined;
    await spent?.close();
  };
  const open = async () => {
    if (opened !== undefined || unavailable !== undefined) return;
    const started = await openBrowser(wanted, { memory: mostMemory });
    if ('reason' in started) unavailable = started.reason;
    else {
      opened = started;
      tell(started.name);
    }
  };
  const look: Look = async (page, patience, fetchScript) => {
    await open();
    if (opened === undefined) return undefined;
    const visited = await visitPage(opened.browser, page, patience, fetchScript);
    if (visited.spent) await close();
    return visited.page;
  };
  const lookTwice = looksTwice(look, looks);
  return {
    async visit(sent, answer, fetchScript) {
      const visited = before.then(() => lookTwice(servedPage(sent, answer), fetchScript));
      before = visited.catch(() => {});
      return (await visited) ?? { unavailable: unavailable ?? '' };
    },
    close,
  };
}

/** Headers that change how a browser treats a page, without those about transfer and caching. */
const pageHeaders = new Set([
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'document-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'refresh',
  'set-cookie',
]);

/** The recorded body as an HTML page, as the document states, whatever type the answer names (2.8). */
function servedPage({ url }: SentRequest, { headers, body }: Answer): ServedPage {
  const charset = charsetOf(headers['content-type']);
  const own = Object.entries(headers).filter(([name]) => pageHeaders.has(name));
  return {
    url,
    body,
    headers: {
      ...Object.fromEntries(own),
      'content-type':
        charset === undefined || /[^\w.:-]/.test(charset) ? 'text/html' : `text/html; charset=${charset}`,
    },
  };
}

/** Opens a page once; undefined without a browser. */
type Look = (
  page: ServedPage,
  patience: PageTimeouts,
  fetchScript?: FetchScript,
) => Promise<PageVisit | undefined>;

/** A page known to post at once, as 2.8 asks: the time it takes scales the second look. */
const control: ServedPage = {
  url: 'https://control.invalid/v1/checkout',
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(
    '<!doctype html><form name="theForm" method="post" action="/v1/checkout"></form><script>document.theForm.submit()</script>',
  ),
};
const controlTimeouts: PageTimeouts = { loaded: 60_000, all: 120_000 };
/** Multiples of the time of the control that a page may take in addition, after loading and in all. */
const factors: PageTimeouts = { loaded: 20, all: 40 };
/** Share of the time after loading that remains once another page was silent. */
const hurriedShare = 0.2;

const tooBusy = {
  reason: 'hang',
  detail: 'a page that is known to post did not post in this browser either',
} as const;

function extended({ loaded, all }: PageTimeouts, afterMs: number): PageTimeouts {
  return { loaded: loaded + factors.loaded * afterMs, all: all + factors.all * afterMs };
}

/**
 * Opens a page again before it counts as silent: with more patience, and after a page known to post, which shows how
 * slow the machine is. The recorded answer is used, so the service gets no request. After one silent page, others have
 * less time. Undefined without a browser.
 */
export function looksTwice(look: Look, [first, second]: VisitTimeouts = usualTimeouts) {
  let share = 1;
  const timed = ({ loaded, all }: PageTimeouts): PageTimeouts => ({ loaded: loaded * share, all });
  return async (page: ServedPage, fetchScript?: FetchScript): Promise<PageVisit | undefined> => {
    const seen = await look(page, timed(first), fetchScript);
    // A second look would be too much as well.
    if (seen === undefined || seen.posted !== undefined || seen.failure?.reason === 'excess') return seen;
    const measured = await look(control, controlTimeouts);
    if (measured === undefined) return seen;
    if (measured.posted === undefined) return { ...seen, failure: tooBusy };
    const patience = extended(timed(second), measured.posted.afterMs);
    const again = (await look(page, patience, fetchScript)) ?? seen;
    const isSilent = again.failure === undefined || again.failure.reason === 'script';
    if (again.posted === undefined && isSilent) share = hurriedShare;
    return again;
  };
}
