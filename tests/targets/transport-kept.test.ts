import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { listen } from './loopback.ts';
import { openUntilEnd, wire } from './transports.ts';

/** A client whose first connection has stayed open, and the connections that the service sees. */
const openKeeping = async (idleMs = 60_000, answer = (end: () => void) => end()) => {
  const sockets: Socket[] = [];
  const { url, server } = await listen((_request, response) => answer(() => response.end('{}')));
  server.on('connection', (socket) => sockets.push(socket));
  const send = openUntilEnd(undefined, { watchMs: 0, idleMs });
  await send(wire(url));
  await vi.waitUntil(() => sockets[0]?.destroyed);
  await send(wire(url));
  expect(sockets).toHaveLength(2);
  return { sockets, send: async () => (await send(wire(url))).kind };
};

test('a connection that is open is used again', async () => {
  const { sockets, send } = await openKeeping();
  expect([await send(), await send()]).toEqual(['answer', 'answer']);
  expect(sockets).toHaveLength(2);
});

test('an answer may take longer than a connection may be idle', async () => {
  const { send } = await openKeeping(5, (end) => void setTimeout(end, 20));
  // As many as are surely sent over a connection that was used before.
  for (let round = 0; round < 5; round += 1) expect(await send()).toBe('answer');
});

test('no connection is used again once the service has ended one that was idle', async () => {
  const { sockets, send } = await openKeeping();
  const last = sockets.at(-1);
  last?.end();
  if (last !== undefined) await once(last, 'close');
  expect([await send(), await send(), await send()]).toEqual(['answer', 'answer', 'answer']);
  expect(sockets).toHaveLength(5);
});

test('no connection is used again once something came on an idle one', async () => {
  const { sockets, send } = await openKeeping();
  const last = sockets.at(-1);
  last?.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
  // Both ends are in this process: by then it has arrived.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((go) => setImmediate(go));
  expect([await send(), await send()]).toEqual(['answer', 'answer']);
  expect(sockets).toHaveLength(4);
});

test('no connection is used again before the first one stayed open', async () => {
  const sockets: Socket[] = [];
  const { url, server } = await listen((_request, response) => response.end('{}'));
  server.on('connection', (socket) => sockets.push(socket));
  const send = openUntilEnd(undefined, { watchMs: 60_000 });
  for (let round = 0; round < 3; round += 1) await send(wire(url));
  expect(sockets).toHaveLength(3);
});
