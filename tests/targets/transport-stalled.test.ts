import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openBulk } from '../../targets/transport/bulk.ts';
import { listen } from './loopback.ts';
import { openUntilEnd, wire } from './transports.ts';

const connectionsOver = async (stalled: number) => {
  let connections = 0;
  const { url, server } = await listen((_request, response) => response.end('{}'));
  server.on('connection', () => {
    connections += 1;
  });
  let clock = 0;
  const send = await openUntilEnd(async (route) => openBulk(route, () => clock));
  const first = await send(wire(url));
  // A client knows of the end of an answer a turn later than who waits for it.
  await setImmediate();
  clock += stalled;
  const second = await send(wire(url));
  expect([first.kind, second.kind]).toEqual(['answer', 'answer']);
  return connections;
};

test('bulk sends over no connection that stood idle while its process did not run', async () => {
  expect(await connectionsOver(5000)).toBe(2);
});

test('bulk sends over the connection that it has', async () => {
  expect(await connectionsOver(20)).toBe(1);
});
