import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Answer, PageVisit, SentRequest } from '../../schemas/types.ts';
import { prepareBrowser } from '../../specs/support/visiting/sealed-browser.ts';
import { visitPage } from '../../specs/support/visiting/visit-page.ts';
import { openBrowser } from '../../targets/browser.ts';
import type { FetchScript } from '../../targets/sending/page-scripts.ts';
import { listen } from './listening.ts';
import { quietWays, sideWays } from './side-ways.ts';

const url = 'https://service.example/v1/checkout';
const form = (script: string, more = '') =>
  `<!doctype html><form name="theForm" method="post" action="/v1/checkout"><input type="hidden" name="a" value="1"></form>${more}<script>${script}</script>`;
const posts = 'document.theForm.submit()';
// Others have browsers too; what this one leaves behind is seen in a folder of its own.
const own = mkdtempSync(join(tmpdir(), 'conformance-seal-'));
vi.stubEnv('TMPDIR', own);
const browser = prepareBrowser({ browser: 'auto' });

async function look(
  page: string | Uint8Array,
  headers: Record<string, string> = {},
  fetchScript?: FetchScript,
): Promise<PageVisit> {
  const answer: Answer = { kind: 'answer', status: 200, headers, body: Buffer.from(page), durationMs: 1 };
  const visited = await browser.visit({ url } as SentRequest, answer, fetchScript);
  if ('unavailable' in visited) throw new Error(visited.unavailable);
  return visited;
}

const packaged = join(
  ...[import.meta.dirname, '../../node_modules/.cache/payment-acquiring-conformance/chromium/chromium'],
);
const patient = { loaded: 30_000 };
const canary = 'canary-of-the-environment';
/** A second browser, for pages that are looked at once and beside others. */
let beside: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  vi.stubEnv('CONFORMANCE_TEST_CANARY', canary);
  beside = await openBrowser('auto');
});

/** Looks once at a page that posts late or never, for so many milliseconds after it has loaded, and in all. */
async function lookOnce(
  page: string,
  { loaded = 500, all = 60_000 } = {},
  more: Readonly<Record<string, string>> = {},
  fetchScript?: FetchScript,
): Promise<PageVisit> {
  if ('reason' in beside) throw new Error(beside.reason);
  const headers = { 'content-type': 'text/html', ...more };
  const served = { url, headers, body: Buffer.from(page) };
  return (await visitPage(beside.browser, served, { loaded, all }, fetchScript)).page;
}

afterAll(async () => {
  await browser.close();
  if ('browser' in beside) await beside.close();
  expect(readdirSync(own)).toEqual([]);
  rmSync(own, { recursive: true });
  vi.unstubAllEnvs();
});

describe('a page that is handed to the browser', () => {
  test.each([
    ['application/octet-stream', { 'content-disposition': 'attachment; filename="a.bin"' }],
    ['application/json; charset=utf-8', { 'content-disposition': 'attachment; filename="a.pdf"' }],
    ['text/plain', { 'x-content-type-options': 'nosniff', 'content-length': '3' }],
  ])('is opened as a page, be it called %s', async (type, more) => {
    const { posted, failure } = await look(form(posts), { 'content-type': type, ...more });
    expect(failure).toBeUndefined();
    expect(posted).toMatchObject({ method: 'POST', url, fields: [['a', '1']] });
  });
  test('is under its own security policy', async () => {
    const policy = { 'content-security-policy': "script-src 'none'" };
    expect((await lookOnce(form(posts), {}, policy)).posted).toBeUndefined();
  });
  test('may be careful with programs', async () => {
    const careful = `if (!navigator.webdriver && !/headless/i.test(navigator.userAgent)) ${posts}`;
    expect((await look(form(careful))).posted).toBeDefined();
  });
  test('that waits for a pointer does not post by itself', async () => {
    const waits = ['mousemove', 'mouseover', 'mouseenter', 'pointermove', 'pointerover'].map(
      (type) => `addEventListener('${type}', () => ${posts}, true);`,
    );
    // A browser tells of a pointer that lies still some time after it has painted.
    expect((await lookOnce(form(waits.join('')), { loaded: 1500 })).posted).toBeUndefined();
  });
  test('that asks for a script file may post by it', async () => {
    const apart = '<script src="/v1/checkout/app.js"></script>';
    const { posted, failure } = await lookOnce(form('', apart));
    expect(posted).toBeUndefined();
    expect(failure).toMatchObject({
      reason: 'script',
      detail: expect.stringContaining('/v1/checkout/app.js'),
    });
    expect((await look(form(posts, apart))).posted).toMatchObject({ method: 'POST' });
    expect((await lookOnce(form('', '<img src="/a.png">'))).failure).toBeUndefined();
  });
  test.each([
    ['a file', '<script src="app.js"></script>'],
    ['a file that waits', '<script defer src="/v1/app.js"></script>'],
    ['a module of a module', '<script type="module">import "./outer.js"</script>'],
  ])('is handed what it asks for and posts by %s', async (_what, script) => {
    const files: Record<string, string> = { '/v1/app.js': posts, '/v1/outer.js': 'import "./app.js"' };
    const asked: string[] = [];
    const { posted, foreignRequests } = await look(form('', script), {}, async (file) => {
      asked.push(file);
      const body = files[new URL(file).pathname];
      return body === undefined ? undefined : { type: 'text/javascript', body: Buffer.from(body) };
    });
    expect(posted).toMatchObject({ method: 'POST', url });
    expect(foreignRequests).toEqual([]);
    expect(asked.at(-1)).toBe('https://service.example/v1/app.js');
  });
  test('that got its script file and posts nothing is told to have posted nothing', async () => {
    const apart = form('', '<script src="/app.js"></script>');
    const file = { type: 'text/javascript', body: Buffer.from('window.ready = true') };
    const { posted, failure } = await lookOnce(apart, {}, {}, async () => file);
    expect([posted, failure]).toEqual([undefined, undefined]);
  });
  test('whose script the service does not have posts nothing, in any browser', async () => {
    const own = '<script src="/app.js"></script>';
    const absent = async (file: string) => (file.includes('service.example') ? { status: 404 } : undefined);
    const { posted, failure } = await lookOnce(form('', own), {}, {}, absent);
    expect([posted, failure]).toEqual([undefined, undefined]);
    expect((await look(form(posts, own), {}, absent)).posted).toMatchObject({ method: 'POST' });
    const other = `${own}<script src="https://other.example/post.js"></script>`;
    expect((await lookOnce(form('', other), {}, {}, absent)).failure?.reason).toBe('script');
  });
  test('may load frames and images before it posts', async () => {
    const { posted, foreignRequests } = await look(
      form(
        '',
        `<iframe src="https://risk.example/a"></iframe><img src="/b"><script>onload = () => ${posts}</script>`,
      ),
    );
    expect(posted).toMatchObject({ method: 'POST' });
    expect(foreignRequests).toContain('GET https://risk.example/a');
  });
  const risk = '<form name="m" method="post" action="https://risk.example/m#1" target="f"></form>';
  test.each([
    [
      'a form of a frame',
      `<iframe srcdoc='${risk.replace('target="f"', '')}<script>m.submit()</script>'></iframe>`,
    ],
    ['another form into a frame', `<iframe name="f"></iframe>${risk}<script>document.m.submit()</script>`],
    [
      'another form at once',
      `<iframe name="f"></iframe>${risk}<script>document.m.requestSubmit();${posts}</script>`,
    ],
  ])('may post %s before its own', async (_, first) => {
    const later = first.endsWith(`${posts}</script>`) ? '' : `setTimeout(() => ${posts}, 600)`;
    const { posted, foreignRequests } = await lookOnce(
      form('', `${first}<script>${later}</script>`),
      patient,
    );
    expect(posted).toMatchObject({ url, fields: [['a', '1']] });
    if (later !== '') expect(foreignRequests).toContain('POST https://risk.example/m');
  });
  test('may post its own form into a frame', async () => {
    const into = `document.theForm.target = 'f'; ${posts}`;
    const { posted } = await look(form('', `<iframe name="f"></iframe><script>${into}</script>`));
    expect(posted).toMatchObject({ url, fields: [['a', '1']] });
  });
});

describe('the inputs of a posting form', () => {
  const adding = (type: string) =>
    `{ const i = document.createElement('input'); i.type = '${type}'; i.name = 'email'; document.theForm.append(i); }`;
  test('are told when a shopper can see them', async () => {
    const { posted } = await look(form(`${adding('text')}${posts}`));
    expect(posted).toMatchObject({
      shown: ['email'],
      fields: [
        ['a', '1'],
        ['email', ''],
      ],
    });
  });
  test('are not told when they are hidden, and a button is none', async () => {
    const { posted } = await look(form(`${adding('hidden')}${adding('submit')}${posts}`));
    expect(posted).not.toHaveProperty('shown');
  });
  test.each([
    ['are told when one of them has the name of all', 'document.theForm', 'elements', ['email']],
    ['tell nothing when the page lies about them', 'document.theForm.email', 'type', undefined],
  ])('%s', async (_what, object, property, shown) => {
    const lies = `Object.defineProperty(${object}, '${property}', { get() { throw 1; } });`;
    const { posted } = await look(form(`${adding('text')}${lies}${posts}`));
    expect(posted).toMatchObject({ method: 'POST' });
    expect(posted?.shown).toEqual(shown);
  });
});

describe('the fields of a post', () => {
  const values = ['café & 山田 😀', '&#065; &#x41;', '50 € + 1 = 51 %41'];
  const fill = values
    .map((value, at) => [`v${at}`, JSON.stringify(value)] as const)
    .map(
      ([name, text]) =>
        `{ const i = document.createElement('input'); i.name = '${name}'; i.type = 'hidden'; i.value = ${text}; document.theForm.append(i); }`,
    )
    .join('')
    .replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const posting = (attribute: string) => form(fill + posts).replace('<form ', `<form ${attribute} `);
  const filled = values.map((value, at) => [`v${at}`, value]);

  test.each(['utf-8', 'ISO-8859-1', 'windows-1252', 'Shift_JIS', 'GBK', 'utf-16le'])(
    'are what stood in the inputs of a page in %s',
    async (charset) => {
      const page = posting('');
      const bytes = charset === 'utf-16le' ? Buffer.from(page, 'utf16le') : page;
      const { posted } = await look(bytes, { 'content-type': `text/html; charset=${charset}` });
      expect(posted?.fields.slice(1)).toEqual(filled);
    },
  );

  test.each([
    'accept-charset="ISO-8859-1"',
    'accept-charset="unheard-of, koi8-r"',
    'enctype="multipart/form-data"',
    'enctype="multipart/form-data" accept-charset="iso-8859-15"',
    'enctype="text/plain"',
    'enctype="text/plain" accept-charset="iso-8859-15"',
  ])('are read as a form with %s posts them', async (attribute) => {
    const { posted } = await look(posting(attribute), { 'content-type': 'text/html; charset=utf-8' });
    expect(posted?.fields.slice(1)).toEqual(filled);
  });
});

describe('a hostile page', () => {
  test.each([
    [
      'throws without end',
      `for (let i = 0; i < 4000; i++) setTimeout(() => { throw new Error("x".repeat(1000)) })`,
    ],
    ['fetches without end', `for (let i = 0; i < 1000; i++) fetch("/x" + i).catch(() => {})`],
  ])(
    'that %s leaves the beginning and the count',
    async (_what, script) => {
      const seen = await look(form(`${script}; ${posts}`));
      expect(JSON.stringify(seen).length).toBeLessThan(60_000);
    },
    150_000,
  );
  test.each([2e6, 3e8])('that posts %d characters is told by them', async (size) => {
    const { posted, failure } = await look(form(`document.theForm.a.value = "x".repeat(${size}); ${posts}`));
    expect(failure?.reason).toBe('excess');
    if (size === 2e6) expect(failure?.detail).toMatch(/^a form of 20000\d\d characters$/);
    expect(posted).toBeUndefined();
    expect((await look(form(posts))).posted).toBeDefined();
  });
  test('that posts nothing of what its form holds has posted nothing of it', async () => {
    const set = `const s = document.createElement('fieldset'); s.disabled = true; document.theForm.append(s)`;
    const { posted, failure } = await look(form(`${set}; s.append(document.theForm.a); ${posts}`));
    expect([posted?.method, posted?.fields, failure]).toEqual(['POST', [], undefined]);
  });
  test('that takes memory without end is ended', async () => {
    const script = 'const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(7)), 5)';
    const { posted, failure } = await look(form(script));
    expect(posted).toBeUndefined();
    expect(failure?.reason).toMatch(/excess|crash/);
  });
  test('that never comes to rest has posted nothing', async () => {
    const seen = await lookOnce(form('for (;;);'), { all: 1500 });
    expect(seen.posted).toBeUndefined();
    expect(seen.failure).toBeUndefined();
  });
});

test('a page finds nothing of the page before', async () => {
  const left = "[document.cookie, localStorage.a, sessionStorage.a, name, document.referrer].join('')";
  const leaves = "document.cookie = 'a=1; path=/'; localStorage.a = sessionStorage.a = window.name = 'a'";
  await look(form(`${leaves}; ${posts}`));
  expect((await look(form(`document.theForm.a.value = ${left}; ${posts}`))).posted?.fields).toEqual([
    ['a', ''],
  ]);
});

describe('the seal', () => {
  const ways = Object.entries({ ...sideWays, ...quietWays });
  let heard: ReadonlyMap<string, { readonly failure: unknown; readonly heard: readonly string[] }>;
  // What one page sends is heard by listeners of its own; all pages wait at the same time for what comes late.
  beforeAll(async () => {
    const looks = await Promise.all(
      ways.map(async ([what, script]) => {
        const listening = await listen();
        const sends = `try { ${script(listening)} } catch (error) { console.log(error) }`;
        const page = form(`${sends}; setTimeout(() => ${posts}, 1500)`, '<body>');
        const { failure } = await lookOnce(page, patient);
        return { what, failure, listening };
      }),
    );
    const ends = looks.map(({ what, failure, listening }) => {
      const isRead = listening.isRead() ? ['the file'] : [];
      listening.close();
      return [what, { failure, heard: [...listening.heard, ...isRead] }] as const;
    });
    heard = new Map(ends);
  });
  test.each(ways.map(([what]) => what))('holds against %s', (what) => {
    expect(heard.get(what)).toEqual({ failure: undefined, heard: [] });
  });
  test.runIf(existsSync(packaged))('keeps in what its browser would let out by these ways', async () => {
    const env = { LD_LIBRARY_PATH: join(packaged, '../al2023/lib') };
    const open = await chromium.launch({ executablePath: packaged, env, args: ['--disable-gpu'] });
    onTestFinished(() => open.close());
    const show = async (script: (typeof ways)[number][1]) => {
      const listening = await listen();
      onTestFinished(() => listening.close());
      const page = await (await open.newContext()).newPage();
      await page.goto(listening.show(`<!doctype html><body><script>${script(listening)}</script>`));
      // What a page does when it ends is seen when it ends.
      if (script(listening).includes('pagehide')) await page.goto('about:blank');
      return listening;
    };
    const quiet = await Promise.all(Object.values(quietWays).map(show));
    const loud = await Promise.all(Object.values(sideWays).map(show));
    const heardBy = () => Object.keys(sideWays).filter((_, at) => loud[at]?.heard.length !== 0);
    await vi.waitFor(() => expect(heardBy()).toEqual(Object.keys(sideWays)), { timeout: 120_000 });
    expect(quiet.flatMap((listening) => [...listening.heard, listening.isRead()])).toEqual(
      quiet.map(() => false),
    );
  });
  test('lets none of our environment into the browser', () => {
    const alive = readdirSync('/proc').filter(
      (pid) => /^[0-9]+$/.test(pid) && existsSync(`/proc/${pid}/environ`),
    );
    const browsers = alive.filter((pid) => environ(pid).includes(join(own, 'conformance-browser-')));
    expect(browsers.length).toBeGreaterThan(1);
    expect(browsers.filter((pid) => environ(pid).includes(canary))).toEqual([]);
  });
});

function environ(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
