import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { mayCall, openNotifier } from '../../mock/notify.ts';

test('calls addresses of this machine only, unless told otherwise', () => {
  expect(mayCall('http://127.0.0.1:9/notify', false)).toBe(true);
  expect(mayCall('https://shop.example/notify', false)).toBe(false);
  expect(mayCall('https://shop.example/notify', true)).toBe(true);
  expect(mayCall('ftp://127.0.0.1/notify', true)).toBe(false);
});

test('survives addresses that are written oddly', async () => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const arrived = new Promise((done) => server.once('request', done));
  const notifier = openNotifier(false);
  const addresses = [` HTTPS://127.0.0.1:${port}/x `, ` HTTP://127.0.0.1:${port}/x `];
  notifier.send(addresses.map((url) => ({ url, body: {} }) as Parameters<typeof notifier.send>[0][number]));
  await arrived;
  notifier.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
