import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../schemas/types.ts';
import type { Harness } from '../../specs/support/harness.ts';
import { openListener } from '../../specs/support/listener.ts';
import { observeNotification } from '../../specs/support/notifications.ts';
import type { Service } from '../../specs/support/service.ts';
import { requestContext } from '../../targets/request-context.ts';
import { readSettings } from '../../targets/settings.ts';
import { environment } from '../targets/target-folder.ts';

interface Noted {
  readonly observations: readonly { readonly clause: string; readonly fingerprint: string }[];
}

/** A worker that observes one payment: what it noted, what goes on beside its tests, and how the service notifies. */
function worker(notify: object, fails?: string) {
  const settings = readSettings(environment);
  const context = requestContext(settings);
  const noted: Noted[] = [];
  const goingOn: Promise<void>[] = [];
  let address = '';
  const service = {
    seed: 7,
    shapeOf: () => 'minimal',
    plain: () => context,
    async send(_: string, { notify_url }: JsonObject) {
      if (fails !== undefined) throw new Error(fails);
      address = String(notify_url);
      return { exchange: { origin: {} } };
    },
  } as unknown as Service;
  const harness = {
    settings: { ...settings, target: { ...settings.target, notify } },
    evidence: { note: (note: Noted) => noted.push(note) },
    goOn: (work: Promise<void>) => goingOn.push(work),
  } as unknown as Harness;
  return {
    noted,
    goingOn,
    observe: () => observeNotification(service, harness, 'direct-payment'),
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

test('the tests of a worker go on while a notification is waited for', async () => {
  const { noted, goingOn, observe, notifyJson } = worker({ host: '127.0.0.1' });
  await observe();
  expect(noted).toEqual([]);
  await notifyJson({ order_no: 'o-1', encryption_data: 'x' });
  await Promise.all(goingOn);
  expect(noted.flatMap(({ observations }) => observations)).toContainEqual(
    expect.objectContaining({
      clause: '6.3/notification/content',
      fingerprint: 'application/json: encryption_data, order_no',
    }),
  );
});

test('at a port that all share, a test waits for its own notification', async () => {
  const { noted, goingOn, observe, notifyJson, isAsked } = worker({
    host: '127.0.0.1',
    port: await freePort(),
  });
  const observed = observe();
  await expect.poll(isAsked).toBe(true);
  await notifyJson({ order_no: 'o-1' });
  await observed;
  expect(goingOn).toEqual([]);
  expect(noted).toHaveLength(1);
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

test('nothing listens any more when the payment cannot be made', async () => {
  const port = await freePort();
  const { observe, goingOn } = worker({ host: '127.0.0.1', port }, 'no service');
  await expect(observe()).rejects.toThrow('no service');
  await expect(listenOnce(port)).resolves.toBe(port);
  expect(goingOn).toEqual([]);
});
