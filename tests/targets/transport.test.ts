import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../schemas/media/limits.ts';
import type { Target } from '../../targets/target.ts';
import { openBulk, takesBulk } from '../../targets/transport/bulk.ts';
import { openContext } from '../../targets/transport/context.ts';
import type { OpenTransport, WireRequest } from '../../targets/transport.ts';
import { listen } from './loopback.ts';

type Route = Pick<Target, 'tls' | 'proxy' | 'baseUrl'>;

const transports: readonly (readonly [name: string, open: (route: Route) => Promise<OpenTransport>])[] = [
  ["Playwright's context", openContext],
  ['bulk', async (route) => openBulk(route)],
];

const verifying: Route = { tls: { verify: true } };

const wire = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', 'x-secret': 'canary' },
  body: '{"a":"é"}',
  timeoutMs: 5000,
  maxBytes: 1000,
  ...more,
});

const quickBrotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/** One packed stream that goes on for ever: blanks do not fill what may be kept. */
function gzippedBlanks(): () => Buffer {
  const member = gzipSync(Buffer.alloc(1024 * 1024, ' '));
  return () => member;
}

async function listenRaw(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe.each(transports)('%s', (_name, openOver) => {
  const open = async (route: Route = verifying) => {
    const { send, close } = await openOver(route);
    onTestFinished(close);
    return send;
  };
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
    const send = await open();
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
    expect(await (await open())(wire(url))).toMatchObject({ kind: 'answer', status: 302 });
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
    const answer = await (await open())(wire(url));
    expect(asked).toBe('gzip,deflate,br');
    expect(answer.kind === 'answer' && Buffer.from(answer.body).toString()).toBe('plain');
  });
  test('takes a body that is not compressed as it says for a connection that died', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
    });
    expect(await (await open())(wire(url))).toMatchObject({ kind: 'none', reason: 'reset' });
  });
  test('keeps no answer that becomes too large by unpacking', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)));
    });
    expect(await (await open())(wire(url))).toMatchObject({ kind: 'none', reason: 'too-large' });
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
    expect(await (await open())(wire(url))).toMatchObject({
      headers: { 'x-two': 'a, b', 'set-cookie': 'c=1\nd=2' },
    });
  });
  test('gives up on an answer that drips without an end', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200);
      const drip = setInterval(() => outgoing.write('.'), 20);
      outgoing.on('close', () => clearInterval(drip));
    });
    expect(await (await open())(wire(url, { timeoutMs: 300 }))).toMatchObject({
      kind: 'none',
      reason: 'timeout',
    });
  });
  test('keeps no answer that is too large', async () => {
    const { url } = await listen((_incoming, outgoing) => outgoing.end('x'.repeat(1001)));
    expect(await (await open())(wire(url))).toMatchObject({
      kind: 'none',
      reason: 'too-large',
      detail: 'more than 1000 bytes',
    });
  });
  test.each([
    ['an endless body', {}, () => Buffer.alloc(64 * 1024, 'x')],
    [
      'an endless body that says it is packed in a way nobody knows',
      { 'content-encoding': 'gzip, gzip' },
      () => Buffer.alloc(64 * 1024, 'x'),
    ],
    ['blanks without an end', {}, () => Buffer.alloc(1024 * 1024, ' ')],
    ['an endless stream of blanks that is packed', { 'content-encoding': 'gzip' }, gzippedBlanks()],
  ])('reads no further than it may of %s', async (_what, headers, nextChunk) => {
    let written = 0;
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, headers);
      const pour = () => {
        for (let flows = true; flows && !outgoing.destroyed; ) {
          const chunk = nextChunk();
          written += chunk.length;
          flows = outgoing.write(chunk);
        }
      };
      outgoing.on('drain', pour);
      outgoing.on('close', () => outgoing.off('drain', pour));
      pour();
    });
    const answer = await (await open())(wire(url, { maxBytes: 100_000, timeoutMs: 30_000 }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'too-large', detail: 'more than 100000 bytes' });
    expect(written).toBeLessThan(limits.readBytes + 10_000_000);
  });
  test.each([
    ['gzip', gzipSync],
    ['br', quickBrotli],
  ] as const)('unpacks no more of a %s bomb than it may keep', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(300_000_000, 'x'));
    const { url } = await listen((_incoming, outgoing) =>
      outgoing.writeHead(200, { 'content-encoding': coding }).end(bomb),
    );
    const send = await open();
    const before = process.memoryUsage().rss;
    const answer = await send(wire(url, { maxBytes: limits.bytes, timeoutMs: 30_000 }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'too-large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
  test('reads what is only long by its blanks, and says how many it left out', async () => {
    const { url } = await listen((_incoming, outgoing) =>
      outgoing.setHeader('set-cookie', 'a=b').end(`{"a":1}${' '.repeat(6_000_000)}`),
    );
    const answer = await (await open())(wire(url, { maxBytes: 100_000 }));
    expect(answer).toMatchObject({ kind: 'answer', status: 200, blanks: 6_000_000 - limits.blankRun });
    expect(answer.kind === 'answer' && Buffer.from(answer.body).toString().trim()).toBe('{"a":1}');
  });
  test('gives up after its time', async () => {
    const { url } = await listen(() => {});
    const answer = await (await open())(wire(url, { timeoutMs: 100 }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'timeout' });
    expect(answer.durationMs).toBeGreaterThanOrEqual(90);
  });
  test('gives up when an answer stops half-way for too long', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' }).write('half');
    });
    expect(await (await open())(wire(url, { timeoutMs: 200 }))).toMatchObject({
      kind: 'none',
      reason: 'timeout',
    });
  });
  test('tells a connection never made from one that died', async () => {
    const { url, server } = await listen((incoming, outgoing) => {
      if (incoming.url === '/half') outgoing.writeHead(200, { 'content-length': '100' }).write('half');
      incoming.socket.destroySoon();
    });
    const send = await open();
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
    expect(await (await open())(wire(`http://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'none',
      reason: 'reset',
    });
  });
  test('says in one line what went wrong, without headers', async () => {
    const answer = await (await open())(wire('http://nobody.invalid/'));
    expect(answer.kind === 'none' && answer.detail).toMatch(/^[^\n]{1,200}$/);
    expect(JSON.stringify(answer)).not.toContain('canary');
  });
  test('re-sends nothing when a connection dies', async () => {
    let requests = 0;
    const { url } = await listen((incoming) => {
      requests += 1;
      incoming.socket.destroy();
    });
    await (await open())(wire(url));
    expect(requests).toBe(1);
  });
  test('takes closed connections of its own for aborted', async () => {
    const { send, close } = await openOver(verifying);
    const { url } = await listen((_incoming, outgoing) => outgoing.end());
    await close();
    expect(await send(wire(url))).toMatchObject({ kind: 'none', reason: 'aborted' });
  });

  describe('over TLS', () => {
    let pems: Awaited<ReturnType<typeof generate>>;
    beforeAll(async () => {
      pems = await generate([{ name: 'commonName', value: 'localhost' }], {
        algorithm: 'sha256',
        clientCertificate: true,
      });
    });
    const serve = async (demands: boolean) => {
      const server = createTlsServer(
        { key: pems.private, cert: pems.cert, requestCert: demands, rejectUnauthorized: false },
        (incoming, outgoing) => {
          const { socket } = incoming as unknown as { socket: TLSSocket };
          outgoing.end(String(socket.getPeerCertificate().subject?.CN ?? 'nobody'));
        },
      );
      return `https://localhost:${await listenRaw(server)}`;
    };
    const bodyOf = (answer: Awaited<ReturnType<OpenTransport['send']>>) =>
      answer.kind === 'answer' ? Buffer.from(answer.body).toString() : answer.detail;

    test('trusts no certificate that nobody signed, unless told so', async () => {
      const url = await serve(false);
      expect(await (await open())(wire(url))).toMatchObject({ kind: 'none', reason: 'unreachable' });
      expect(await (await open({ tls: { verify: false } }))(wire(url))).toMatchObject({ status: 200 });
    });
    test('shows its certificate to a service that asks', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'conformance-tls-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const [certPath, keyPath] = [join(folder, 'c.pem'), join(folder, 'k.pem')];
      writeFileSync(certPath, pems.clientcert ?? '');
      writeFileSync(keyPath, pems.clientprivate ?? '');
      const baseUrl = await serve(true);
      const route = { baseUrl, tls: { verify: false, clientCertificate: { certPath, keyPath } } };
      expect(bodyOf(await (await open({ baseUrl, tls: { verify: false } }))(wire(baseUrl)))).toBe('nobody');
      expect(bodyOf(await (await open(route))(wire(baseUrl)))).toContain('John Doe');
    });
  });
});

describe('bulk', () => {
  test('leaves the way through a proxy to the context', () => {
    expect(takesBulk({})).toBe(true);
    expect(takesBulk({ proxy: { server: 'http://p.example:1' } })).toBe(false);
  });
});

describe("Playwright's context", () => {
  test('goes through a proxy with its credentials', async () => {
    const { url } = await listen((_incoming, outgoing) => outgoing.end('behind'));
    const seen: unknown[] = [];
    const proxy = createHttpServer();
    proxy.on('connect', ({ headers, url: to }: IncomingMessage, socket: Socket) => {
      seen.push(headers['proxy-authorization']);
      const [host, port] = (to ?? '').split(':');
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
    });
    const { send, close } = await openContext({
      tls: { verify: true },
      proxy: {
        server: `http://127.0.0.1:${await listenRaw(proxy)}`,
        username: 'u',
        password: { shown: '$P', reveal: () => 'p' },
      },
    });
    onTestFinished(close);
    expect(await send(wire(url))).toMatchObject({ kind: 'answer', status: 200 });
    expect(seen).toEqual([`Basic ${Buffer.from('u:p').toString('base64')}`]);
  });
});
