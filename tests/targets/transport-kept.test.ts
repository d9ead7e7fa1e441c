import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from './loopback.ts';
import { openUntilEnd, wire } from './transports.ts';

/** A client that uses one connection again and again, the connections that it opened, and its clock. */
const openKeeping = async () => {
  const sockets: Socket[] = [];
  const { url, server } = await listen((_request, response) => response.end('{}'));
  server.on('connection', (socket) => sockets.push(socket));
  const clock = { now: 0 };
  const transport = openUntilEnd(undefined, { now: () => clock.now, watchMs: 0 });
  const send = async () => {
    const { kind } = await transport(wire(url));
    // A client knows of the end of an answer a turn later than who waits for it.
    await setImmediate();
    return kind;
  };
  for (let before = -1; before !== sockets.length; ) {
    before = sockets.length;
    await send();
  }
  return { sockets, clock, send };
};

/** How many connections such a client opens further for a request that comes so long after the last one. */
const connectionsAfter = async (stalled: number) => {
  const { sockets, clock, send } = await openKeeping();
  const before = sockets.length;
  clock.now += stalled;
  expect(await send()).toBe('answer');
  return sockets.length - before;
};

test('no connection is used that stood idle while its process did not run', async () => {
  expect(await connectionsAfter(5000)).toBe(1);
});

test('a connection that is open is used again', async () => {
  expect(await connectionsAfter(20)).toBe(0);
});

test('no connection is used again once the service has ended one that was idle', async () => {
  const { sockets, send } = await openKeeping();
  const open = sockets.filter(({ destroyed }) => !destroyed);
  for (const socket of open) socket.end();
  await Promise.all(open.map((socket) => once(socket, 'close')));
  expect(await send()).toBe('answer');
  const before = sockets.length;
  expect([await send(), await send(), await send()]).toEqual(['answer', 'answer', 'answer']);
  expect(sockets.length - before).toBe(3);
});
