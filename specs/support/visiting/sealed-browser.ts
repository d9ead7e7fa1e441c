import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, PageVisit, SentRequest } from '../../../schemas/types.ts';
import { browserCandidates, firstThatStarts, noBrowserWanted } from '../../../targets/browser.ts';
import type { FetchScript } from '../../../targets/sending/page-scripts.ts';
import { allSlots, pageVisitSlots } from '../../../targets/sending/shared-pace.ts';
import type { Settings } from '../../../targets/settings.ts';
import { BrowserEnded, type BrowserProcess, startBrowserProcess } from '../browser-process.ts';
import { readVisit, type SeenPage } from './read-visit.ts';
import {
  type PageOpener,
  type PageTimeouts,
  type ServedPage,
  servedPage,
  usualTimeouts,
  type VisitTimeouts,
  visitsTwice,
} from './visit.ts';

/** The browser of a worker, started when a spec first needs it and again after a page has spoilt it. */
export interface SealedBrowser {
  /** Opens a page as a shopper's browser would; never rejects because of the page. */
  visit(
    sent: SentRequest,
    answer: Answer,
    fetchScript?: FetchScript,
  ): Promise<PageVisit | { readonly unavailable: string }>;
  close(): Promise<void>;
}

/** The browser process's report about a page; `spent` asks for another browser. */
interface Visited {
  readonly page: SeenPage;
  readonly spent: boolean;
}

/** Bytes from which a page is long. */
const longPage = 1024 * 1024;

// Milliseconds for launching and closing, in addition to the patience with the page.
const startAndStopMs = 20_000;

/** Receives the name of the started browser, as in `Chromium 147.0.7727.15 (the one among the packages)`. */
type Started = (browser: string) => void;

async function start(wanted: string, tell: Started): Promise<BrowserProcess | string> {
  if (wanted === 'none') return noBrowserWanted;
  const folder = mkdtempSync(join(tmpdir(), 'conformance-browser-'));
  const holder = startBrowserProcess(folder);
  const opened = await firstThatStarts(browserCandidates(wanted, folder), (options) =>
    holder.ask<{ version: string }>('launch', options, 60_000),
  );
  if (!('reason' in opened)) {
    tell(
      `Chromium ${opened.started.version} (${wanted === 'auto' ? opened.how : 'the one of CONFORMANCE_BROWSER'})`,
    );
    return holder;
  }
  await holder.close();
  return opened.reason;
}

/** Prepares the browser of a worker without starting it; `looks` is its patience. Workers of a runner take turns. */
export function prepareBrowser(
  { browser: wanted }: Pick<Settings, 'browser'>,
  looks: VisitTimeouts = usualTimeouts,
  tell: Started = () => {},
): SealedBrowser {
  const turns = pageVisitSlots();
  let opened: Promise<BrowserProcess | string> | undefined;
  // A browser opens one page at a time.
  let before: Promise<unknown> = Promise.resolve();
  const visit = visitsTwice(looks);
  const replace = async (holder: BrowserProcess) => {
    opened = undefined;
    await holder.close();
  };
  const once = async (
    holder: BrowserProcess,
    given: object,
    patience: PageTimeouts,
    fetchScript?: FetchScript,
  ): Promise<PageVisit> => {
    try {
      const { page, spent } = await holder.ask<Visited>(
        'visit',
        { ...given, patience },
        patience.all + startAndStopMs,
        fetchScript,
      );
      if (spent) await replace(holder);
      return await readVisit(page);
    } catch (error) {
      await replace(holder);
      const detail = (error as Error).message.slice(0, 200);
      const reason = error instanceof BrowserEnded && error.excess ? 'excess' : 'ended';
      return { failure: { reason, detail }, foreignRequests: [], dialogs: [], scriptErrors: [] };
    }
  };
  return {
    async visit(sent, answer, fetchScript) {
      const page = servedPage(sent, answer);
      let unavailable = '';
      const lookIn =
        (tab: { readonly anew: boolean }) => async (given: ServedPage, patience: PageTimeouts) => {
          opened ??= start(wanted, tell);
          const holder = await opened;
          if (typeof holder !== 'string') return once(holder, { ...given, ...tab }, patience, fetchScript);
          unavailable = holder;
          return undefined;
        };
      const look = lookIn({ anew: false });
      // A browser that has opened a long page uses much memory: only one may exist at a time, and it is closed after.
      const isLong = answer.body.byteLength > longPage;
      const alone = <Result>(work: () => Promise<Result>) =>
        turns.run(async () => {
          try {
            return await work();
          } finally {
            const holder = await opened;
            if (isLong && holder !== undefined && typeof holder !== 'string') await replace(holder);
          }
        }, allSlots);
      const looker: PageOpener = {
        beside: (given, patience) => (isLong ? alone : turns.run)(() => look(given, patience)),
        alone: (work) => alone(() => work(lookIn({ anew: true }))),
      };
      const visited = before.then(() => visit(looker, page));
      before = visited.catch(() => {});
      return (await visited) ?? { unavailable };
    },
    async close() {
      const holder = await opened;
      if (holder !== undefined && typeof holder !== 'string') await holder.close();
    },
  };
}
