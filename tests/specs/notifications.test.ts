import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { DocumentedOperationId, Finding, JsonObject } from '../../schemas/types.ts';
import { addressOf } from '../../specs/support/credited.ts';
import type { Harness } from '../../specs/support/harness.ts';
import { openListener } from '../../specs/support/listener.ts';
import { observeNotification } from '../../specs/support/notifications.ts';
import type { Service } from '../../specs/support/service.ts';
import type { TargetFile } from '../../targets/file/target-keys.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { readSettings } from '../../targets/settings.ts';
import { environment } from '../targets/target-folder.ts';

interface Noted {
  readonly observations: readonly { readonly clause: string; readonly fingerprint: string }[];
  readonly judged: { readonly exercised: readonly string[]; readonly findings: readonly Finding[] };
}

/** A worker that observes payments: what it noted, how its tests end, and how the service notifies. */
function worker(
  notify?: TargetFile['notify'],
  { fails, outcome = 'accepted', first = 300 }: { fails?: string; outcome?: string; first?: number } = {},
) {
  const settings = readSettings(environment);
  const context = requestContext(settings);
  const noted: Noted[] = [];
  const goingOn: Promise<void>[] = [];
  let asked: JsonObject = {};
  let end = () => {};
  const ending = new Promise<void>((over) => {
    end = over;
  });
  const service = {
    drawSeed: 7,
    shapeOf: () => 'minimal',
    plain: () => context,
    async send(operation: string, sent: JsonObject) {
      if (fails !== undefined) throw new Error(fails);
      asked = sent;
      const { order_no = null } = sent;
      const answer = { order_no, transaction_id: 'T-1000-1' };
      return {
        exchange: { id: 'e-1', operation, origin: {} },
        judgement: { outcome, answer: { ...answer, respon: answer } },
      };
    },
  } as unknown as Service;
  const { notify: _, ...target } = settings.target;
  const baseUrl = 'http://127.0.0.1:1';
  const harness = {
    settings: { ...settings, target: { ...target, baseUrl, ...(notify && { notify }) } },
    evidence: { note: (note: Noted) => noted.push(note) },
    goOn: (work: Promise<void>) => goingOn.push(work),
    ending,
  } as unknown as Harness;
  return {
    noted,
    observe: (operation: DocumentedOperationId = 'direct-payment') =>
      observeNotification(service, harness, operation, { first, second: 10 }),
    async ends() {
      end();
      await Promise.all(goingOn);
    },
    /** The latest payment. */
    asked: () => asked,
    notifyJson: (body: object) => post(String(asked.notify_url), body),
  };
}

async function post(address: string, body: object | string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(address, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The verdict on 6.1 and how often a notification arrived, for each payment. */
const verdictsIn = (noted: readonly Noted[]) =>
  noted.map(({ judged, observations }) => [
    judged.findings[0]?.verdict ?? (judged.exercised.length > 0 ? 'pass' : 'none'),
    observations[0]?.fingerprint,
  ]);

async function listenOnce(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening, failed) =>
    server.once('error', failed).listen(wanted, '127.0.0.1', listening),
  );
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

const freePort = () => listenOnce(0);

const sharedPlace = async () => {
  const port = await freePort();
  return { url: `http://127.0.0.1:${port}/hook`, host: '127.0.0.1', port };
};

test('the tests of a worker go on while a notification is waited for', async () => {
  const { noted, observe, notifyJson, ends } = worker();
  await observe();
  expect(noted).toEqual([]);
  await notifyJson({ order_no: 'o-1', encryption_data: 'x' });
  await ends();
  expect(noted.flatMap(({ observations }) => observations)).toContainEqual(
    expect.objectContaining({
      clause: '6.3/notification/content',
      fingerprint: 'application/json: encryption_data, order_no',
    }),
  );
});

test('a notification counts for the payment whose word is in its address', async () => {
  const { noted, observe, notifyJson, asked, ends } = worker(await sharedPlace());
  await observe();
  const [first] = [String(asked().notify_url)];
  await observe('payout');
  expect(String(asked().notify_url)).not.toBe(first);
  await post(first, { result: 'paid' });
  await observe('apm-payment');
  await notifyJson({ result: 'paid' });
  await notifyJson({ result: 'paid' });
  await ends();
  expect(verdictsIn(noted).sort()).toEqual([
    ['none', 'several times'],
    ['pass', 'once'],
    ['warn', 'nothing arrived'],
  ]);
});

test.each([
  ['a scanner', ['warn', 'nothing arrived'], (url: string) => fetch(new URL('/robots.txt', url))],
  [
    'an address that lost its query',
    ['inconclusive', 'nothing arrived'],
    (url: string) => post(url.split('?')[0] ?? '', { result: 'paid' }),
  ],
  [
    'an address whose & became &amp;',
    ['warn', 'nothing arrived'],
    (url: string) => post(url.replaceAll('&', '&amp;'), { result: 'paid' }),
  ],
  [
    'another address, about this payment',
    ['warn', 'nothing arrived'],
    (url: string, { order_no = '' }: JsonObject) => post(url.split('?')[0] ?? '', { order_no }),
  ],
] as const)('credits nothing: %s', async (_what, expected, arrives) => {
  const place = await sharedPlace();
  const { noted, observe, asked, ends } = worker({ ...place, url: `${place.url}?shop=7` });
  await observe();
  await arrives(String(asked().notify_url), asked());
  await ends();
  expect(verdictsIn(noted)).toEqual([expected]);
});

test.each([
  ['its order number', ({ order_no = '' }: JsonObject) => ({ data: `{"id":"${String(order_no)}"}` }), 'pass'],
  ['the transaction of the answer', () => 'transaction_id=T-1000-1&result=paid', 'pass'],
  [
    'the number of another order',
    ({ order_no = '' }: JsonObject) => ({ order_no: `${String(order_no)}9` }),
    'inconclusive',
  ],
  ['nothing', () => ({ result: 'paid' }), 'inconclusive'],
] as const)('through a forwarder that loses the query, a body with %s', async (_what, body, expected) => {
  const { port } = await sharedPlace();
  const { noted, observe, asked, ends } = worker({
    url: 'https://shop.example/hook',
    host: '127.0.0.1',
    port,
  });
  await observe();
  await post(`http://127.0.0.1:${port}/inner`, body(asked()));
  await ends();
  expect(verdictsIn(noted)).toEqual([[expected, expected === 'pass' ? 'once' : 'nothing arrived']]);
});

test('where a forwarder keeps the query, what has no word is about something else', async () => {
  const { port } = await sharedPlace();
  const { noted, observe, asked, ends } = worker({
    url: 'https://shop.example/hook',
    host: '127.0.0.1',
    port,
  });
  await observe();
  const { search } = new URL(String(asked().notify_url));
  await observe('payout');
  await post(`http://127.0.0.1:${port}/inner${search}`, { result: 'paid' });
  await post(`http://127.0.0.1:${port}/inner`, { result: 'paid' });
  await ends();
  expect(verdictsIn(noted).sort()).toEqual([
    ['pass', 'once'],
    ['warn', 'nothing arrived'],
  ]);
});

test('an address that is shared stays as it was given, but for the word', () => {
  expect(addressOf('https://shop.example/hook', 'o 1')).toBe('https://shop.example/hook?n=o%201');
  expect(addressOf('https://shop.example/a%2Fb?x=%7E', 'o-1')).toBe('https://shop.example/a%2Fb?x=%7E&n=o-1');
  expect(addressOf('https://shop.example/?#top', 'o-1')).toBe('https://shop.example/?n=o-1#top');
});

const elsewhere = { url: 'https://shop.example/hook', host: '127.0.0.1', port: 0 };

test.each([
  ['an address of this machine', 'direct-payment', {}, undefined, ['warn']],
  ['an address of this machine', 'payout', {}, undefined, ['warn']],
  ['an address that perhaps leads nowhere', 'payout', {}, elsewhere, ['inconclusive']],
  ['a payment that a shopper has to make first', 'apm-payment', {}, undefined, []],
  ['a payment that was refused', 'direct-payment', { outcome: 'refused' }, undefined, []],
] as const)('no notification until the end: %s, %s', async (_, operation, how, notify, expected) => {
  const { noted, observe, ends } = worker(notify, how);
  await observe(operation);
  await ends();
  expect(noted.flatMap(({ judged: { findings } }) => findings.map(({ verdict }) => verdict))).toEqual(
    expected,
  );
});

test('what is waited for still arrives when the tests of a worker are over', async () => {
  const { noted, observe, notifyJson, ends } = worker(undefined, { first: 60_000 });
  await observe();
  const over = ends();
  await notifyJson({ order_no: 'o-1' });
  await over;
  expect(noted.flatMap(({ judged: { findings } }) => findings)).toEqual([]);
});

test('a notification that comes late counts until the run ends', async () => {
  const { noted, observe, notifyJson, ends } = worker(await sharedPlace());
  await observe();
  await notifyJson({ order_no: 'o-1' });
  await ends();
  expect(noted.map(({ judged }) => judged)).toEqual([
    expect.objectContaining({ findings: [], exercised: ['6.1/notification/sent'] }),
  ]);
});

test('a listener keeps what comes to the path of its run, and no endless body', async () => {
  const listener = await openListener({ word: 'r7' });
  onTestFinished(() => listener.close());
  expect(new URL(listener.url).pathname).toBe('/notify/r7');
  const send = async (path: string, headers: Record<string, string> = {}, body = 'order_no=1') =>
    (await fetch(new URL(path, listener.url), { method: 'POST', headers, body })).status;
  expect(await send('/notify')).toBe(404);
  expect(await send('/notify/r8')).toBe(404);
  expect(await send('/')).toBe(404);
  expect(await send('/notify/r7', { origin: 'https://elsewhere.example' })).toBe(404);
  expect(await send('/notify/r7?order_no=1', {}, 'x'.repeat(200_000))).toBe(200);
  await listener.until(() => listener.arrived.length > 0, 60_000);
  expect(listener.arrived.map(({ address, body }) => [address, body.length])).toEqual([
    ['/notify/r7?order_no=1', 16_384],
  ]);
});

test('nothing listens any more once a worker without a payment has ended', async () => {
  const place = await sharedPlace();
  const { observe, ends } = worker(place, { fails: 'no service' });
  await expect(observe()).rejects.toThrow('no service');
  await ends();
  await expect(listenOnce(place.port)).resolves.toBe(place.port);
});
