import { charsetOf } from '../../schemas/media/charset.ts';
import type { Answer, PageVisit, SentRequest } from '../../schemas/types.ts';

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

/** What the browser is handed: the recorded body as the page that the document states, whatever type the answer named (2.8). */
export function servedPage({ url }: SentRequest, { headers, body }: Answer) {
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

/**
 * Looks a second time, with more patience, before it is said that a page did not post: the answer is a recorded one,
 * so that this costs the service nothing. Undefined where there is no browser.
 */
export async function visitTwice(
  look: (patience: Patience) => Promise<PageVisit | undefined>,
  [first, second]: Looks = usualLooks,
): Promise<PageVisit | undefined> {
  const seen = await look(first);
  // Too much of everything would only be too much again.
  if (seen === undefined || seen.posted !== undefined || seen.failure?.reason === 'excess') return seen;
  return (await look(second)) ?? seen;
}
