import { mostSeen, startSeeing } from './seen.mjs';
import { within } from './within.mjs';

/** Longest post of a page that is read, in bytes. */
const longestPost = 1024 * 1024;

/** The post of a page for the reader of its fields; only its length if it is too long. */
function postOf(request, started) {
  const method = request.method();
  const url = request.url();
  const afterMs = Math.round(performance.now() - started);
  const bytes = method === 'GET' ? Buffer.from(new URL(url).search.slice(1)) : request.postDataBuffer();
  const length = bytes?.length ?? 0;
  const type = (request.headers()['content-type'] ?? '').slice(0, 300);
  const body = length > longestPost ? '' : (bytes ?? Buffer.alloc(0)).toString('base64');
  return { method, url: url.slice(0, 4096), afterMs, raw: { body, type, length } };
}

const withoutFragment = (url) => url.slice(0, 4096).replace(/#.*/s, '');

// A navigation that opens a window has no frame yet.
function isOfAFrameInside(request) {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    return false;
  }
}

/** Longest time that the page's report about its form may come after its post, in milliseconds. */
const telling = 200;

/** The texts in a report of the page. */
function textsIn(told) {
  const names = Array.isArray(told) ? told.filter((name) => typeof name === 'string' && name !== '') : [];
  return [...new Set(names)].slice(0, 50).map((name) => name.slice(0, 60));
}

/**
 * Watches one page for a tab: serves it once under its address, catches its post, and blocks and lists everything else.
 * `settle` gets the outcome, and later calls have no effect; `isOwn` is true if the post is surely of this page.
 */
export function watchPage({ url, headers, body, patience }, fetchScript, settle) {
  const fail = (reason, detail) => settle({ failure: { reason, detail } });
  const seen = startSeeing(() => fail('excess', `the page did one thing ${mostSeen} times`));
  const state = { served: false, loaded: false, script: undefined, form: undefined, others: new Set() };
  let started = performance.now();
  let timer = setTimeout(() => settle({}), patience.all);
  let tellForm = () => {};
  const told = new Promise((done) => {
    tellForm = done;
  });
  const catchPost = async (route) => {
    // A form reported later might not be that of this post.
    const isOwn = state.form !== undefined;
    const { raw, ...posted } = postOf(route.request(), started);
    await within(telling, told);
    const [shown, charsets] = [textsIn(state.form?.shown), textsIn(state.form?.charsets)];
    if (shown.length > 0) posted.shown = shown;
    settle({ posted: { ...posted, raw: { ...raw, charsets } }, isOwn });
    // The page stays: another one would only cost time to render.
    await route.fulfill({ status: 204 });
  };
  // For example one that collects data about the device.
  const isOfAnotherForm = async (request) => {
    await within(telling, told);
    return state.others.has(withoutFragment(request.url()));
  };
  const handScript = async (route) => {
    const file = await fetchScript(route.request().url());
    if (file === undefined) return false;
    // The service has no such file, for any browser.
    if (file.body === undefined) await route.fulfill({ status: file.status, body: '' });
    else {
      const { type, body: text } = file;
      await route.fulfill({ status: 200, headers: { 'content-type': type }, body: Buffer.from(text) });
    }
    return true;
  };
  return {
    state,
    note: seen.note,
    told: seen.told,
    fail,
    crashed: () => fail('crash', 'the page ended the process that showed it'),
    loads() {
      if (state.loaded || !state.served) return;
      state.loaded = true;
      clearTimeout(timer);
      timer = setTimeout(() => settle({}), patience.loaded);
    },
    leaves(form) {
      state.form = form;
      if (typeof form.other === 'string' && state.others.size < 50)
        state.others.add(withoutFragment(form.other));
      tellForm();
      // The post might take more memory than this process has.
      if (form.size > longestPost) fail('excess', `a form of ${form.size} characters`);
    },
    async asks(route) {
      const request = route.request();
      const navigates = request.isNavigationRequest();
      const reads = request.method() === 'GET';
      if (!state.served && navigates && reads && request.url() === url) {
        state.served = true;
        started = performance.now();
        return route.fulfill({ status: 200, headers, body: Buffer.from(body) });
      }
      const asksForScript = request.resourceType() === 'script';
      if (asksForScript && reads && (await handScript(route))) return;
      // A frame may load anything; only a post of `theForm` into it counts.
      const isBeside = navigates && isOfAFrameInside(request) && (reads || (await isOfAnotherForm(request)));
      if (navigates && !isBeside) return catchPost(route);
      seen.note('foreignRequests', `${request.method()} ${request.url()}`);
      if (asksForScript) state.script ??= request.url();
      await route.abort('blockedbyclient');
    },
    end: () => clearTimeout(timer),
  };
}
