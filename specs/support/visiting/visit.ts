import { charsetOf } from '../../../schemas/media/charset.ts';
import type { Answer, PageVisit, SentRequest } from '../../../schemas/types.ts';

/** Longest time in milliseconds for a page to post after it has loaded, and to load and post in all. */
export interface PageTimeouts {
  readonly loaded: number;
  readonly all: number;
}

/** Patience of the first look at a page and of the second, which allows for a busy machine and a countdown. */
export type VisitTimeouts = readonly [first: PageTimeouts, second: PageTimeouts];

/** The patience of a run. */
export const usualTimeouts: VisitTimeouts = [
  { loaded: 3_000, all: 20_000 },
  { loaded: 12_000, all: 45_000 },
];

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

/** A page as the browser receives it. */
export interface ServedPage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The recorded body as an HTML page, as the document states, whatever type the answer names (2.8). */
export function servedPage({ url }: SentRequest, { headers, body }: Answer): ServedPage {
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

/** The two ways to open a page: at first next to other pages; alone before it counts as silent. */
export interface PageOpener {
  readonly beside: OpenPage;
  /** Runs `looks` while no other page of the run is open. */
  alone<Result>(looks: (look: OpenPage) => Promise<Result>): Promise<Result>;
}

/** Opens a page once; undefined without a browser. */
type OpenPage = (page: ServedPage, patience: PageTimeouts) => Promise<PageVisit | undefined>;

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

/**
 * Opens a page again before it counts as silent: alone, with more patience, and after a page known to post, which shows
 * how slow the machine is. The recorded answer is used, so the service gets no request. After one silent page, others
 * have less time. Undefined without a browser.
 */
export function visitsTwice([first, second]: VisitTimeouts = usualTimeouts) {
  let share = 1;
  const timed = ({ loaded, all }: PageTimeouts): PageTimeouts => ({ loaded: loaded * share, all });
  return async ({ beside, alone }: PageOpener, page: ServedPage): Promise<PageVisit | undefined> => {
    const seen = await beside(page, timed(first));
    // A second look would be too much as well.
    if (seen === undefined || seen.posted !== undefined || seen.failure?.reason === 'excess') return seen;
    const again = await alone(async (look) => {
      const measured = await look(control, controlTimeouts);
      if (measured === undefined) return seen;
      if (measured.posted === undefined) return { ...seen, failure: tooBusy };
      return (await look(page, extended(timed(second), measured.posted.afterMs))) ?? seen;
    });
    const isSilent = again.failure === undefined || again.failure.reason === 'script';
    if (again.posted === undefined && isSilent) share = hurriedShare;
    return again;
  };
}

/** Share of the time after loading that remains once another page was silent. */
const hurriedShare = 0.2;

const tooBusy = {
  reason: 'hang',
  detail: 'a page that is known to post did not post in this browser either',
} as const;

function extended({ loaded, all }: PageTimeouts, afterMs: number): PageTimeouts {
  return { loaded: loaded + factors.loaded * afterMs, all: all + factors.all * afterMs };
}
