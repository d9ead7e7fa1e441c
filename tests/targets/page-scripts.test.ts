import { expect, test } from 'vitest';
import type { Answer } from '../../schemas/types.ts';
import { createPageScripts } from '../../targets/sending/page-scripts.ts';
import type { WireRequest } from '../../targets/transport/client.ts';

const page = 'https://service.example/v1/checkout';
const script = 'https://service.example/app.js';

function service(status = 200, headers: Record<string, string> = { 'content-type': 'text/javascript' }) {
  const sent: WireRequest[] = [];
  const send = async (request: WireRequest): Promise<Answer> => {
    sent.push(request);
    return { kind: 'answer', status, headers, body: Buffer.from('post()'), durationMs: 1 };
  };
  return { sent, send };
}

test('a script of its own origin is fetched once, also for the pages that follow', async () => {
  const { sent, send } = service();
  const open = createPageScripts(1000);
  const first = open(page, send);
  const [one, two] = await Promise.all([first.fetch(script), first.fetch(script)]);
  expect(one).toEqual({ type: 'text/javascript', body: Buffer.from('post()') });
  expect(two).toBe(one);
  const second = open(page, send);
  expect(await second.fetch(script)).toBe(one);
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([['GET', script, '']]);
  expect(second.told()).toEqual(first.told());
  expect(first.told()).toMatchObject({ scripts: [{ url: script, status: 200, bytes: 6 }] });
});

test('a script that must not be kept is fetched for each page', async () => {
  const { sent, send } = service(200, { 'cache-control': 'private, no-store' });
  const open = createPageScripts(1000);
  await open(page, send).fetch(script);
  await open(page, send).fetch(script);
  expect(sent).toHaveLength(2);
});

test.each([
  'https://other.example/app.js',
  'http://service.example/app.js',
  'https://service.example:8443/a.js',
])('a script of another origin is not asked for: %s', async (url) => {
  const { sent, send } = service();
  const scripts = createPageScripts(1000)(page, send);
  expect(await scripts.fetch(url)).toBeUndefined();
  expect([sent, scripts.told()]).toEqual([[], {}]);
});

test.each([404, 410])('a script that the service does not have (%i) is told as such', async (status) => {
  const { send } = service(status);
  const scripts = createPageScripts(1000)(page, send);
  expect(await scripts.fetch(script)).toEqual({ status });
  expect(scripts.told()).toMatchObject({ scripts: [{ url: script, status }] });
});

test('a script that redirects, is refused or may not be asked for is not handed over', async () => {
  const refusals = [302, 403, 429, 503].map((status) => service(status).send);
  for (const send of [...refusals, async () => undefined]) {
    const scripts = createPageScripts(1000)(page, send);
    expect([await scripts.fetch(script), scripts.told()]).toEqual([undefined, {}]);
  }
});

test('a page without end gets twenty scripts', async () => {
  const { sent, send } = service();
  const scripts = createPageScripts(1000)(page, send);
  for (let at = 0; at < 30; at += 1) await scripts.fetch(`${script}?${at}`);
  expect(sent).toHaveLength(20);
});
