import { charsetOf } from '../../../schemas/media/charset.ts';
import type { Answer, PageVisit, SentRequest } from '../../../schemas/types.ts';

/** How long a page may take to post once it has loaded, and to load and post at all, in milliseconds. */
export interface Patience {
  readonly loaded: number;
  readonly all: number;
}

/** Patience of the first look at a page and of the second, which is for a busy machine and for a page that counts down. */
export type Looks = readonly [first: Patience, second: Patience];

/** How patient a run is with a page. */
export const usualLooks: Looks = [
  { loaded: 3_000, all: 20_000 },
  { loaded: 12_000, all: 45_000 },
];

/** Headers that change what a browser does with a page; those about the bytes on the wire and how to store them do not count. */
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

/** A page as the browser is handed it. */
export interface ServedPage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What the browser is handed: the recorded body as the page that the document states, whatever type the answer named (2.8). */
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

/** How a page is looked at: at the same time as others at first, alone before anything is said against it. */
export interface Looker {
  readonly beside: Look;
  /** Looks while no other page of the run is looked at. */
  alone<Result>(looks: (look: Look) => Promise<Result>): Promise<Result>;
}

/** One look at a page; undefined where there is no browser. */
type Look = (page: ServedPage, patience: Patience) => Promise<PageVisit | undefined>;

/** A page that posts at once, by which a second look is measured: one that is known to do what 2.8 asks for. */
const control: ServedPage = {
  url: 'https://control.invalid/v1/checkout',
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(
    '<!doctype html><form name="theForm" method="post" action="/v1/checkout"></form><script>document.theForm.submit()</script>',
  ),
};
const controlPatience: Patience = { loaded: 60_000, all: 120_000 };
/** How many times as long as the control a page may take on top, to post once it has loaded and to load at all. */
const factors: Patience = { loaded: 20, all: 40 };

/**
 * Looks a second time before it is said that a page did not post: alone, with more patience, and with a page before it that
 * is known to post, which tells how slow the machine is. The answer is a recorded one, so that this costs the service
 * nothing. Once a page of the service posted nothing, others have less time to count down. Undefined where there is no browser.
 */
export function visitsTwice([first, second]: Looks = usualLooks) {
  let share = 1;
  const timed = ({ loaded, all }: Patience): Patience => ({ loaded: loaded * share, all });
  return async ({ beside, alone }: Looker, page: ServedPage): Promise<PageVisit | undefined> => {
    const seen = await beside(page, timed(first));
    // Too much of everything would only be too much again.
    if (seen === undefined || seen.posted !== undefined || seen.failure?.reason === 'excess') return seen;
    const again = await alone(async (look) => {
      const measured = await look(control, controlPatience);
      if (measured === undefined) return seen;
      if (measured.posted === undefined) return { ...seen, failure: tooBusy };
      return (await look(page, stretched(timed(second), measured.posted.afterMs))) ?? seen;
    });
    if (again.posted === undefined && again.failure === undefined) share = hurried;
    return again;
  };
}

/** What is left of the time that a page has after it has loaded, where another one posted nothing. */
const hurried = 0.2;

const tooBusy = {
  reason: 'hang',
  detail: 'a page that is known to post did not post in this browser either',
} as const;

function stretched({ loaded, all }: Patience, afterMs: number): Patience {
  return { loaded: loaded + factors.loaded * afterMs, all: all + factors.all * afterMs };
}
