import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from './loopback.ts';
import { openUntilEnd, verifying, wire } from './transports.ts';

/** A client with an idle connection, and the connections that the service sees. */
async function openKeeping(answer = (_request: number, end: () => void) => end(), patienceMs?: number) {
  const sockets: Socket[] = [];
  let requests = 0;
  const { url, server } = await listen((_request, response) => answer(++requests, () => response.end('{}')));
  server.on('connection', (socket) => sockets.push(socket));
  const transport = openUntilEnd(verifying, patienceMs);
  const send = () => transport(wire(url));
  await send();
  return { sockets, send, kind: async () => (await send()).kind };
}

test('a connection that is open is used again', async () => {
  const { sockets, kind } = await openKeeping();
  expect([await kind(), await kind()]).toEqual(['answer', 'answer']);
  expect(sockets).toHaveLength(1);
});

test('an answer may take longer than a connection may be idle', async () => {
  const { sockets, kind } = await openKeeping(
    (request, end) => void setTimeout(end, request === 1 ? 0 : 1_200),
  );
  expect(await kind()).toBe('answer');
  expect(sockets).toHaveLength(1);
});

test('a connection that is idle for a second is closed', async () => {
  const { sockets, kind } = await openKeeping();
  const [first] = sockets;
  await Promise.race([first && once(first, 'close'), sleep(10_000)]);
  expect(first?.destroyed).toBe(true);
  expect(await kind()).toBe('answer');
});

test('no connection is used again once the service has ended one that was idle', async () => {
  const { sockets, kind } = await openKeeping();
  const [first] = sockets;
  first?.end();
  if (first !== undefined) await once(first, 'close');
  expect([await kind(), await kind()]).toEqual(['answer', 'answer']);
  expect(sockets).toHaveLength(3);
});

test('no connection is used again once something came on an idle one', async () => {
  const { sockets, kind } = await openKeeping();
  sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
  // Both ends are in this process: by then it has arrived.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((go) => setImmediate(go));
  expect([await kind(), await kind()]).toEqual(['answer', 'answer']);
  expect(sockets).toHaveLength(3);
});

test('a connection that the service says is the last one does not end the others', async () => {
  const sockets: Socket[] = [];
  let requests = 0;
  const { url, server } = await listen((_request, response) => {
    requests += 1;
    if (requests === 1) response.setHeader('connection', 'close');
    response.end('{}');
  });
  server.on('connection', (socket) => sockets.push(socket));
  const send = openUntilEnd();
  for (let round = 0; round < 3; round += 1) expect(await send(wire(url))).toMatchObject({ kind: 'answer' });
  expect(sockets).toHaveLength(2);
});

test.each([
  ['was just used is one of the service', Number.POSITIVE_INFINITY, 'reset: read ECONNRESET'],
  [
    'was idle for a while says nothing of the service',
    0,
    'aborted: read ECONNRESET, on a connection that was used before',
  ],
])('a reset on a connection that %s', async (_what, patienceMs, said) => {
  const { sockets, send, kind } = await openKeeping((request, end) => {
    if (request === 2) sockets[0]?.resetAndDestroy();
    else end();
  }, patienceMs);
  const came = await send();
  expect(came.kind === 'none' && `${came.reason}: ${came.detail}`).toBe(said);
  // From then on each request has its own.
  expect([await kind(), await kind()]).toEqual(['answer', 'answer']);
  expect(sockets).toHaveLength(3);
});
