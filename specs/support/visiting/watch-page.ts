import { setTimeout as wait } from 'node:timers/promises';
import type { Request, Route } from '@playwright/test';
import type { PageVisit } from '../../../schemas/types.ts';
import type { FetchScript } from '../../../targets/sending/page-scripts.ts';
import type { ToldForm } from './inside-page.ts';
import { fieldsOf } from './posted-fields.ts';

/** A page as the browser receives it. */
export interface ServedPage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Longest time in milliseconds for a page to post after it has loaded, and to load and post in all. */
export interface PageTimeouts {
  readonly loaded: number;
  readonly all: number;
}

/** What came of a visit. */
export type Outcome = Pick<PageVisit, 'posted' | 'failure'>;

/** Most bytes and fields of a post that are read; a form with more characters than bytes is not posted. */
export const mostPosted = { bytes: 1024 * 1024, fields: 2000 } as const;

/** Longest time that a page's report about its form may come after its post, in milliseconds. */
const telling = 200;

/** What a browser says to a script that takes more memory than there is. */
const noMemory = /allocation failed|could not allocate|out of memory/i;

/** The first line of an error. */
export const firstLine = (error: unknown) => String((error as Error).message ?? error).split('\n')[0] ?? '';

type Events = 'foreignRequests' | 'dialogs' | 'scriptErrors';

/** Most events of each kind that are kept of a page, most characters of each, and how many end the visit. */
const most = { kept: 50, characters: 300, events: 20_000 } as const;

/** Counts all events of a page and keeps the first of each kind; `enough` is called when there are too many. */
function startNoting(enough: () => void) {
  const lists: Record<Events, string[]> = { foreignRequests: [], dialogs: [], scriptErrors: [] };
  const counts: Record<Events, number> = { foreignRequests: 0, dialogs: 0, scriptErrors: 0 };
  return {
    note(kind: Events, text: string): void {
      counts[kind] += 1;
      if (counts[kind] === most.events) enough();
      if (counts[kind] <= most.kept) lists[kind].push(text.slice(0, most.characters));
    },
    noted(): Pick<PageVisit, Events | 'counts'> {
      const more = Object.entries(counts).filter(([, count]) => count > most.kept);
      return { ...lists, ...(more.length > 0 && { counts: Object.fromEntries(more) }) };
    },
  };
}

const withoutFragment = (url: string) => url.slice(0, 4096).replace(/#.*/s, '');

/** Whether a request is of a frame inside the page; a navigation that opens a window has no frame yet. */
function isOfAFrameInside(request: Request): boolean {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    return false;
  }
}

/** The texts in a report of the page, which may lie. */
function textsIn(told: unknown): readonly string[] {
  const texts = Array.isArray(told) ? told.filter((one) => typeof one === 'string' && one !== '') : [];
  return [...new Set(texts)].slice(0, 50).map((one) => one.slice(0, 60));
}

/** Reads a post; one with too many bytes or fields is a failure to watch the page. */
async function readPost(request: Request, form: ToldForm | undefined, afterMs: number): Promise<Outcome> {
  const method = request.method();
  const url = request.url();
  const sent = method === 'GET' ? Buffer.from(new URL(url).search.slice(1)) : request.postDataBuffer();
  const bytes = sent ?? Buffer.alloc(0);
  const type = (request.headers()['content-type'] ?? '').slice(0, 300);
  const isShort = bytes.length <= mostPosted.bytes;
  const fields = isShort ? await fieldsOf(bytes, type, textsIn(form?.charsets)) : [];
  const shown = textsIn(form?.shown);
  const isWhole = isShort && fields.length <= mostPosted.fields;
  const detail = `a post of ${bytes.length} bytes in ${fields.length} fields`;
  return {
    posted: {
      ...{ method, url: url.slice(0, 4096), fields: fields.slice(0, mostPosted.fields), afterMs },
      ...(shown.length > 0 && { shown }),
    },
    ...(!isWhole && { failure: { reason: 'excess', detail } as const }),
  };
}

/** What watches one page. */
export type Watcher = ReturnType<typeof watchPage>;

/** Serves a page once under its address, catches its post, and blocks and notes everything else, until `settle`. */
export function watchPage(
  { url, headers, body }: ServedPage,
  patience: PageTimeouts,
  fetchScript: FetchScript,
  settle: (outcome: Outcome) => void,
) {
  const fail = (reason: NonNullable<PageVisit['failure']>['reason'], detail: string) =>
    settle({ failure: { reason, detail: detail.slice(0, 200) } });
  const { note, noted } = startNoting(() => fail('excess', `the page did one thing ${most.events} times`));
  const others = new Set<string>();
  let [isServed, isLoaded] = [false, false];
  let script: string | undefined;
  let form: ToldForm | undefined;
  let started = performance.now();
  let timer = setTimeout(() => settle({}), patience.all);
  let tell = () => {};
  const told = new Promise<void>((done) => {
    tell = done;
  });
  const untilTold = () => Promise.race([told, wait(telling, undefined, { ref: false })]);

  const catchPost = async (route: Route) => {
    const afterMs = Math.round(performance.now() - started);
    await untilTold();
    settle(await readPost(route.request(), form, afterMs));
    // The page stays: another one would only cost time to render.
    await route.fulfill({ status: 204 });
  };
  // For example one that collects data about the device.
  const isOfAnotherForm = async (request: Request) => {
    await untilTold();
    return others.has(withoutFragment(request.url()));
  };
  const handScript = async (route: Route): Promise<boolean> => {
    const file = await fetchScript(route.request().url()).catch(() => undefined);
    if (file === undefined) return false;
    // The service has no such file, for any browser.
    if ('status' in file) await route.fulfill({ status: file.status, body: '' });
    else await route.fulfill({ contentType: file.type, body: Buffer.from(file.body) });
    return true;
  };
  const decide = async (route: Route): Promise<void> => {
    const request = route.request();
    const navigates = request.isNavigationRequest();
    const reads = request.method() === 'GET';
    if (!isServed && navigates && reads && request.url() === url) {
      isServed = true;
      started = performance.now();
      return route.fulfill({ status: 200, headers, body: Buffer.from(body) });
    }
    const asksForScript = request.resourceType() === 'script';
    if (asksForScript && reads && (await handScript(route))) return;
    // A frame may load anything; only a post of `theForm` into it counts.
    const isBeside = navigates && isOfAFrameInside(request) && (reads || (await isOfAnotherForm(request)));
    if (navigates && !isBeside) return catchPost(route);
    note('foreignRequests', `${request.method()} ${request.url()}`);
    if (asksForScript) script ??= request.url();
    await route.abort('blockedbyclient');
  };
  return {
    ...{ fail, note, noted },
    async asks(route: Route): Promise<void> {
      try {
        await decide(route);
      } catch (error) {
        // Behind the end of the visit nobody listens any more.
        fail('navigation', firstLine(error));
      }
    },
    loads(): void {
      if (isLoaded || !isServed) return;
      isLoaded = true;
      clearTimeout(timer);
      timer = setTimeout(() => settle({}), patience.loaded);
    },
    submits(submitted: ToldForm): void {
      form = submitted;
      if (typeof form.other === 'string' && others.size < 50) others.add(withoutFragment(form.other));
      tell();
      if (form.size > mostPosted.bytes) fail('excess', `a form of ${form.size} characters`);
    },
    throws({ message }: Error): void {
      note('scriptErrors', message);
      if (noMemory.test(message)) fail('excess', 'the page wanted more memory than it may have');
    },
    end: () => clearTimeout(timer),
    /** Why a page was silent, where that is known. */
    explained(outcome: Outcome, isSpent: boolean): Outcome {
      if (outcome.posted !== undefined || outcome.failure !== undefined) return outcome;
      if (!isLoaded && isSpent)
        return { failure: { reason: 'hang', detail: 'neither the page nor the browser answered any more' } };
      // A missing script file may be what posts, so the result is unknown.
      const detail = `the page asks for a script that this browser was not handed: ${script?.slice(0, 200)}`;
      return script === undefined ? {} : { failure: { reason: 'script', detail } };
    },
  };
}
