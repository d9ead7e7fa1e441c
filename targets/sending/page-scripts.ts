import { hash } from 'node:crypto';
import type { Answer, NoAnswer, PageVisit } from '../../schemas/types.ts';
import type { WireRequest } from '../transport/client.ts';

/** A script file as the browser receives it. */
export interface ScriptFile {
  readonly type: string;
  readonly body: Uint8Array;
}

/** A script that the service says it does not have: no browser gets it. */
export interface AbsentScript {
  readonly status: number;
}

/** Fetches a script for a page; undefined if the page must not get it, or if it is unknown whether a browser would. */
export type FetchScript = (url: string) => Promise<ScriptFile | AbsentScript | undefined>;

/** The scripts fetched for one page. */
export interface PageScripts {
  readonly fetch: FetchScript;
  /** The files that the page received, and those that the service does not have, for its record; empty if none. */
  told(): Pick<PageVisit, 'scripts'>;
}

/** Most files of one page, most bytes of one file, and most files kept for later pages. */
const most = { files: 20, bytes: 2 * 1024 * 1024, kept: 50 };

/** Statuses by which a service says that it has no such file; others may depend on who asks, and when. */
const absent: ReadonlySet<number> = new Set([404, 410]);

/** Sends a request for a script; undefined if it may not be sent. */
type Send = (request: WireRequest) => Promise<Answer | NoAnswer | undefined>;

interface Fetched {
  /** True if later pages may use it too, as in a browser. */
  readonly stays: boolean;
  readonly file: ScriptFile | AbsentScript;
  readonly record: NonNullable<PageVisit['scripts']>[number];
}

/**
 * Makes the fetcher for the scripts of pages, as in a shopper's browser: only those of the page's own origin, each
 * once, without the headers of the merchant, and without following redirects.
 */
export function createPageScripts(timeoutMs: number): (pageUrl: string, send: Send) => PageScripts {
  const kept = new Map<string, Fetched>();
  const ask = async (url: string, send: Send): Promise<Fetched | undefined> => {
    const headers = { accept: '*/*', 'user-agent': 'payment-acquiring-conformance' };
    const received = await send({ method: 'GET', url, headers, body: '', timeoutMs, maxBytes: most.bytes });
    if (received?.kind !== 'answer') return undefined;
    const { body, headers: told, status } = received;
    const record = { url, status, bytes: body.byteLength, sha256: hash('sha256', body) };
    if (absent.has(status)) return { stays: false, file: { status }, record };
    if (status !== 200) return undefined;
    const stays = !/no-store|no-cache|max-age=0(?!\d)/i.test(told['cache-control'] ?? '');
    return { stays, file: { type: told['content-type'] ?? 'text/javascript', body }, record };
  };
  return (pageUrl, send) => {
    const own = new Map<string, Promise<Fetched | undefined>>();
    const scripts: Fetched['record'][] = [];
    const first = async (url: string) => {
      const fetched = kept.get(url) ?? (await ask(url, send));
      if (fetched === undefined) return undefined;
      if (fetched.stays && kept.size < most.kept) kept.set(url, fetched);
      scripts.push(fetched.record);
      return fetched;
    };
    return {
      async fetch(url) {
        if (new URL(url).origin !== new URL(pageUrl).origin) return undefined;
        const asked = own.get(url) ?? (own.size < most.files ? first(url) : undefined);
        if (asked === undefined) return undefined;
        own.set(url, asked);
        return (await asked)?.file;
      },
      told: () => (scripts.length === 0 ? {} : { scripts }),
    };
  };
}
