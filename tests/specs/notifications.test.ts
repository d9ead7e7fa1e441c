import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/types.ts';
import type { Harness } from '../../specs/support/harness.ts';
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

test('nothing listens any more when the payment cannot be made', async () => {
  const port = await freePort();
  const { observe, goingOn } = worker({ host: '127.0.0.1', port }, 'no service');
  await expect(observe()).rejects.toThrow('no service');
  await expect(listenOnce(port)).resolves.toBe(port);
  expect(goingOn).toEqual([]);
});
