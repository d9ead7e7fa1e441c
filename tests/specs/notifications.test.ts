import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { DocumentedOperationId, Finding, JsonObject } from '../../schemas/types.ts';
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
  let address = '';
  let end = () => {};
  const ending = new Promise<void>((over) => {
    end = over;
  });
  const service = {
    seed: 7,
    shapeOf: () => 'minimal',
    plain: () => context,
    async send(operation: string, { notify_url }: JsonObject) {
      if (fails !== undefined) throw new Error(fails);
      address = String(notify_url);
      return { exchange: { id: 'e-1', operation, origin: {} }, judgement: { outcome } };
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
    async notifyJson(body: object) {
      const headers = { 'content-type': 'application/json' };
      await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    },
    isAsked: () => address !== '',
  };
}

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

test('at an address that all share, a test waits for its own notification', async () => {
  const { noted, observe, notifyJson, isAsked, ends } = worker(await sharedPlace());
  const observed = observe();
  await expect.poll(isAsked).toBe(true);
  await notifyJson({ order_no: 'o-1' });
  await observed;
  await observe();
  expect(noted).toHaveLength(1);
  await ends();
  const verdicts = noted.map(({ judged }) => [
    judged.exercised,
    judged.findings.map(({ verdict }) => verdict),
  ]);
  expect(verdicts).toEqual([
    [['6.1/notification/sent'], []],
    [['6.1/notification/sent'], ['warn']],
  ]);
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

test('a listener keeps what comes to the path of its run, and a hundred of it', async () => {
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
  const [first, ...others] = await listener.arrivals(1, 60_000);
  expect([first?.body.length, others]).toEqual([65_536, []]);
  for (let at = 0; at < 120; at += 1) expect(await send('/notify/r7')).toBe(200);
  expect(await listener.arrivals(100, 60_000)).toHaveLength(100);
});

test('nothing listens any more once a worker without a payment has ended', async () => {
  const place = await sharedPlace();
  const { observe, ends } = worker(place, { fails: 'no service' });
  await expect(observe()).rejects.toThrow('no service');
  await ends();
  await expect(listenOnce(place.port)).resolves.toBe(place.port);
});
