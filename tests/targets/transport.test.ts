import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTransport } from '../../targets/transport/client.ts';
import { listen } from './loopback.ts';
import { listenRaw, openUntilEnd, type Route, verifying, wire } from './transports.ts';

describe('the transport', () => {
  const open = (route?: Route) => openUntilEnd(route);
  test('sends the exact bytes and reads the exact answer', async () => {
    const seen: { method?: string | undefined; type?: string | undefined; body: string }[] = [];
    const { url } = await listen((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        seen.push({
          method: incoming.method,
          type: incoming.headers['content-type'],
          body: Buffer.concat(chunks).toString(),
        });
        outgoing
          .writeHead(404, { 'X-Mixed-Case': 'Yes', 'content-type': 'text/html' })
          .end(Buffer.from([0xff, 0x00, 0x41]));
      });
    });
    const send = open();
    const answer = await send(wire(`${url}/a`));
    expect(answer).toMatchObject({
      kind: 'answer',
      status: 404,
      headers: { 'x-mixed-case': 'Yes', 'content-type': 'text/html' },
    });
    expect(answer.kind === 'answer' && [...answer.body]).toEqual([0xff, 0x00, 0x41]);
    await send(wire(url, { body: '{"broken', method: 'PUT' }));
    await send(wire(url, { body: '' }));
    expect(seen).toEqual([
      { method: 'POST', type: 'application/json', body: '{"a":"é"}' },
      { method: 'PUT', type: 'application/json', body: '{"broken' },
      { method: 'POST', type: 'application/json', body: '' },
    ]);
  });
  test('reports a redirect instead of following it', async () => {
    let requests = 0;
    const { url } = await listen((_incoming, outgoing) => {
      requests += 1;
      outgoing.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await open()(wire(url))).toMatchObject({ kind: 'answer', status: 302 });
    expect(requests).toBe(1);
  });
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('asks for %s and reads it', async (coding, compress) => {
    let asked: unknown;
    const { url } = await listen((incoming, outgoing) => {
      asked = incoming.headers['accept-encoding'];
      outgoing.writeHead(200, { 'content-encoding': coding }).end(compress('plain'));
    });
    const answer = await open()(wire(url));
    expect(asked).toBe('gzip,deflate,br');
    expect(answer.kind === 'answer' && Buffer.from(answer.body).toString()).toBe('plain');
  });
  test.each([
    ['br, gzip', () => gzipSync(brotliCompressSync('plain'))],
    ['identity, Deflate', () => deflateSync('plain')],
    ['deflate, gzip, x-gzip', () => gzipSync(gzipSync(deflateSync('plain')))],
    ['zstd', () => Buffer.from('plain')],
    ['gzip, gzip, gzip, gzip', () => Buffer.from('plain')],
  ])('undoes all codings that it knows, the last one first: %s', async (codings, body) => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': codings }).end(body());
    });
    const answer = await open()(wire(url));
    expect(answer.kind === 'answer' && Buffer.from(answer.body).toString()).toBe('plain');
  });
  test('takes a body that is not compressed as it says for a connection that died', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
    });
    expect(await open()(wire(url))).toMatchObject({ kind: 'none', reason: 'reset' });
  });
  test('gives one text for a header of several lines', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(
        200,
        [
          ['X-Two', 'a'],
          ['X-Two', 'b'],
          ['Set-Cookie', 'c=1'],
          ['Set-Cookie', 'd=2'],
        ].flat(),
      );
      outgoing.end();
    });
    expect(await open()(wire(url))).toMatchObject({
      headers: { 'x-two': 'a, b', 'set-cookie': 'c=1\nd=2' },
    });
  });
  test('gives up on an answer that drips without an end', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200);
      const drip = setInterval(() => outgoing.write('.'), 20);
      outgoing.on('close', () => clearInterval(drip));
    });
    expect(await open()(wire(url, { timeoutMs: 300 }))).toMatchObject({
      kind: 'none',
      reason: 'timeout',
    });
  });
  test('waits for the answer behind one that says it is still to come', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeProcessing();
      outgoing.writeEarlyHints({ link: '</a>; rel=preload' });
      outgoing.writeHead(201, { 'x-last': 'yes' }).end('made');
    });
    const answer = await open()(wire(url));
    expect(answer).toMatchObject({ kind: 'answer', status: 201, headers: { 'x-last': 'yes' } });
    expect(answer.kind === 'answer' && Buffer.from(answer.body).toString()).toBe('made');
  });
  test('gives up where a connection is never made', async () => {
    // Takes connections, and says nothing of a certificate.
    const server = createServer((socket) => socket.on('error', () => {}));
    const port = await listenRaw(server);
    const answer = await open()(wire(`https://127.0.0.1:${port}/`, { timeoutMs: 100 }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'timeout' });
  });
  test('gives up after its time', async () => {
    const { url } = await listen(() => {});
    const answer = await open()(wire(url, { timeoutMs: 100 }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'timeout' });
    expect(answer.durationMs).toBeGreaterThanOrEqual(90);
  });
  test('gives up when an answer stops half-way for too long', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' }).write('half');
    });
    expect(await open()(wire(url, { timeoutMs: 200 }))).toMatchObject({
      kind: 'none',
      reason: 'timeout',
    });
  });
  test('tells a connection never made from one that died', async () => {
    const { url, server } = await listen((incoming, outgoing) => {
      if (incoming.url === '/half') outgoing.writeHead(200, { 'content-length': '100' }).write('half');
      incoming.socket.destroySoon();
    });
    const send = open();
    expect(await send(wire(`${url}/at-once`))).toMatchObject({ kind: 'none', reason: 'reset' });
    expect(await send(wire(`${url}/half`))).toMatchObject({ kind: 'none', reason: 'reset' });
    await new Promise((resolve) => server.close(resolve));
    expect(await send(wire(url))).toMatchObject({ kind: 'none', reason: 'unreachable' });
    expect(await send(wire('http://nobody.invalid/'))).toMatchObject({ kind: 'none', reason: 'unreachable' });
  });
  test('takes what is not HTTP for a connection that died', async () => {
    const server = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await open()(wire(`http://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'none',
      reason: 'reset',
    });
  });
  test('says in one line what went wrong, without headers', async () => {
    const answer = await open()(wire('http://nobody.invalid/'));
    expect(answer.kind === 'none' && answer.detail).toMatch(/^[^\n]{1,200}$/);
    expect(JSON.stringify(answer)).not.toContain('canary');
  });
  test('re-sends nothing when a connection dies', async () => {
    let requests = 0;
    const { url } = await listen((incoming) => {
      requests += 1;
      incoming.socket.destroy();
    });
    await open()(wire(url));
    expect(requests).toBe(1);
  });
  test('takes closed connections of its own for aborted', async () => {
    const { send, close } = openTransport(verifying);
    let connections = 0;
    const { url, server } = await listen((_incoming, outgoing) => outgoing.end());
    server.on('connection', () => (connections += 1));
    await close();
    expect(await send(wire(url))).toMatchObject({ kind: 'none', reason: 'aborted' });
    await open()(wire(url));
    expect(connections).toBe(1);
  });
});
