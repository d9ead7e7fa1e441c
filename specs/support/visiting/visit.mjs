import { randomUUID } from 'node:crypto';
import { mostSeen, startSeeing } from './seen.mjs';

/** Longest post of a page that is read, in bytes. */
const longestPost = 1024 * 1024;

/** How long the end of a page may take before the browser is given up, in milliseconds. */
const closing = 4_000;

// None of them is needed to post a form, and each could carry bytes past the proxy.
function removeSideWays() {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) {
    try {
      Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
    } catch {
      // A browser without it.
    }
  }
}

/** The post of a page as it left, for whoever reads its fields: of one that is too long only its length. */
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

// A navigation that opens a window has no frame yet.
function isOfAFrameInside(request) {
  try {
    return request.frame().parentFrame() !== null;
  } catch {
    return false;
  }
}

/** How long the page's word about its form may come after its post, in milliseconds. */
const telling = 200;

/**
 * Runs inside the page before its own scripts: when a form leaves, tells in which encodings it may post, which of its controls a
 * shopper can see, and how many characters it holds.
 * @param {string} binding a name that the page cannot know
 */
function tellOfForm(binding) {
  const tell = globalThis[binding];
  delete globalThis[binding];
  const { submit } = HTMLFormElement.prototype;
  // An input may have the name of a property, which then hides it.
  const reader = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const acceptedBy = reader(HTMLFormElement.prototype, 'acceptCharset');
  const elementsOf = reader(HTMLFormElement.prototype, 'elements');
  const encodingOf = reader(Document.prototype, 'characterSet');
  const unseen = ['hidden', 'submit', 'button', 'image', 'reset', 'fieldset', 'output'];
  const texts = ['hidden', 'text', 'textarea'];
  const look = (form) => {
    const charsets = [...acceptedBy.call(form).split(/[\s,]+/), encodingOf.call(document)];
    let shown = [];
    let size = 0;
    try {
      const all = [...elementsOf.call(form)];
      const seen = all.filter(({ type }) => !unseen.includes(type));
      shown = seen.map(({ name }) => String(name)).slice(0, 50);
      // What lies in a set that is disabled does not leave.
      const leaves = (control) =>
        control.name !== '' && texts.includes(control.type) && !control.matches(':disabled');
      for (const { name, value } of all.filter(leaves)) size += name.length + value.length;
    } catch {
      // Then nobody can tell.
    }
    tell({ shown, charsets, size });
  };
  // A method that is called, and a button that is pressed.
  HTMLFormElement.prototype.submit = function () {
    look(this);
    submit.call(this);
  };
  addEventListener('submit', ({ target }) => look(target), true);
}

/** Runs inside the page before its own scripts: no hand moves a pointer here, though a browser tells of one that lies still. */
function keepPointerStill() {
  const doings = ['move', 'over', 'out', 'enter', 'leave'];
  for (const type of doings.flatMap((doing) => [`mouse${doing}`, `pointer${doing}`]))
    addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), true);
}

/** Texts that a page told, as far as they are any. */
function textsIn(told) {
  const names = Array.isArray(told) ? told.filter((name) => typeof name === 'string' && name !== '') : [];
  return [...new Set(names)].slice(0, 50).map((name) => name.slice(0, 60));
}

async function within(milliseconds, work) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  try {
    return await Promise.race([
      work.then(
        () => 'done',
        () => 'failed',
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Tells that the machine is not to blame: another page of the same browser answers at once. */
async function answersElsewhere(browser) {
  const ask = async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.evaluate('1 + 1');
    await context.close();
  };
  return (await within(closing, ask())) === 'done';
}

const noScript = async () => undefined;

/** How the browser would call itself on the desk of a shopper. */
function shoppersAgent(browser) {
  const [major] = browser.version().split('.');
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}

/**
 * Opens one page in a browser that lets nothing out and tells what it does: the automatic post is caught before it
 * leaves, scripts come from `fetchScript` or not at all, everything else is refused and listed (2.8). Never rejects; `spent` says that the browser is to be replaced.
 */
export async function visit(browser, leaks, { url, headers, body, patience }, fetchScript = noScript) {
  let enough = () => {};
  const seen = startSeeing(() => enough());
  leaks.take = (line) => seen.note('foreignRequests', line);
  let context;
  let timer;
  let loaded = false;
  let script;
  const open = (resolve) => async () => {
    context = await browser.newContext({
      serviceWorkers: 'block',
      acceptDownloads: false,
      userAgent: shoppersAgent(browser),
    });
    const started = performance.now();
    let served = false;
    await context.addInitScript(removeSideWays);
    await context.addInitScript(keepPointerStill);
    const binding = `_${randomUUID().replaceAll('-', '')}`;
    const told = {};
    told.promise = new Promise((done) => {
      told.take = (_source, form) => {
        told.form = form;
        done();
        const { size } = form;
        // The post itself might take more memory than this process has.
        if (size > longestPost)
          resolve({ failure: { reason: 'excess', detail: `a form of ${size} characters` } });
      };
    });
    await context.exposeBinding(binding, told.take);
    await context.addInitScript(tellOfForm, binding);
    await context.route('**/*', async (route) => {
      const request = route.request();
      const navigates = request.isNavigationRequest();
      if (!served && navigates && request.url() === url) {
        served = true;
        return route.fulfill({ status: 200, headers, body: Buffer.from(body) });
      }
      if (request.resourceType() === 'script' && request.method() === 'GET') {
        const file = await fetchScript(request.url());
        if (file !== undefined)
          return route.fulfill({
            status: 200,
            headers: { 'content-type': file.type },
            body: Buffer.from(file.body),
          });
      }
      // A frame may load what it likes; only what it posts can be the form.
      if (!navigates || (request.method() === 'GET' && isOfAFrameInside(request))) {
        seen.note('foreignRequests', `${request.method()} ${request.url()}`);
        if (request.resourceType() === 'script') script ??= request.url();
        return route.abort('blockedbyclient');
      }
      const { raw, ...posted } = postOf(request, started);
      await within(telling, told.promise);
      const [shown, charsets] = [textsIn(told.form?.shown), textsIn(told.form?.charsets)];
      if (shown.length > 0) posted.shown = shown;
      resolve({ posted: { ...posted, raw: { ...raw, charsets } } });
      await route.fulfill({ contentType: 'text/plain', body: 'captured' });
    });
    await context.routeWebSocket('**/*', (socket) => {
      seen.note('foreignRequests', `WEBSOCKET ${socket.url()}`);
      void socket.close();
    });
    const page = await context.newPage();
    page.on('crash', () =>
      resolve({ failure: { reason: 'crash', detail: 'the page ended the process that showed it' } }),
    );
    page.once('load', () => {
      loaded = true;
      clearTimeout(timer);
      timer = setTimeout(() => resolve({}), patience.loaded);
    });
    page.on('dialog', (dialog) => {
      seen.note('dialogs', `${dialog.type()}: ${dialog.message()}`);
      dialog.dismiss().catch(() => {});
    });
    page.on('pageerror', (error) => seen.note('scriptErrors', String(error.message)));
    page.on('download', (download) => {
      seen.note('foreignRequests', `DOWNLOAD ${download.url()}`);
      download.cancel().catch(() => {});
    });
    // The form leaves at once, so waiting for "load" would wait for another page.
    await page.goto(url, { waitUntil: 'commit', timeout: patience.all });
  };
  let outcome = await new Promise((resolve) => {
    timer = setTimeout(() => resolve({}), patience.all);
    enough = () =>
      resolve({ failure: { reason: 'excess', detail: `the page did one thing ${mostSeen} times` } });
    browser.once('disconnected', () =>
      resolve({ failure: { reason: 'crash', detail: 'the browser ended while it showed the page' } }),
    );
    open(resolve)().catch((error) => {
      const detail = String(error?.message ?? error)
        .split('\n')[0]
        .slice(0, 200);
      resolve({ failure: { reason: 'navigation', detail } });
    });
  });
  clearTimeout(timer);
  if (outcome.posted === undefined && outcome.failure === undefined && !loaded) {
    if (!(await answersElsewhere(browser)))
      outcome = { failure: { reason: 'hang', detail: 'neither the page nor the browser answered any more' } };
  }
  // A script in a file of its own may be what posts: without it nobody can tell.
  if (outcome.posted === undefined && outcome.failure === undefined && script !== undefined) {
    const detail = `the page asks for a script that this browser was not handed: ${script.slice(0, 200)}`;
    outcome = { failure: { reason: 'script', detail } };
  }
  const spent =
    !browser.isConnected() || (context !== undefined && (await within(closing, context.close())) !== 'done');
  leaks.take = () => {};
  return { page: { ...outcome, ...seen.told() }, spent };
}
