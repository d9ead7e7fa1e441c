import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBulk } from '../../targets/transport/bulk.ts';
import type { OpenTransport } from '../../targets/transport.ts';
import { listen } from './loopback.ts';
import { listenRaw, openUntilEnd, type Route, transports, wire } from './transports.ts';

describe.each(transports)('%s over TLS', (_name, openOver) => {
  const open = (route?: Route) => openUntilEnd(openOver, route);

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

describe('bulk', () => {
  test('opens no tunnel', async () => {
    const send = await openUntilEnd(async (route) => openBulk(route));
    const answer = await send(wire('http://127.0.0.1:1/', { method: 'CONNECT' }));
    expect(answer).toMatchObject({
      kind: 'none',
      reason: 'aborted',
      detail: 'UND_ERR_INVALID_ARG invalid method',
    });
  });
  test('trusts a private authority that its route names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const authorityPath = join(folder, 'authority.pem');
    writeFileSync(authorityPath, cert);
    const server = createTlsServer({ key, cert }, (_incoming, outgoing) => outgoing.end());
    const url = `https://localhost:${await listenRaw(server)}`;
    const send = await openUntilEnd(async (route) => openBulk(route), {
      tls: { verify: true, authorityPath },
    });
    expect(await send(wire(url))).toMatchObject({ kind: 'answer', status: 200 });
  });
});

describe('bulk behind a proxy', () => {
  const login = { username: 'ü:@/', password: { shown: '$P', reveal: () => 'p@ss:wörd%41 +€' } };

  /** A proxy that answers as it is told to, and what it was asked. */
  async function proxied(status = 200) {
    const { url, requests } = await listenBehind();
    const seen: { to: string | undefined; login: string | undefined }[] = [];
    const proxy = createHttpServer();
    proxy.on('connect', ({ headers, url: to }: IncomingMessage, socket: Socket) => {
      seen.push({ to, login: headers['proxy-authorization'] });
      socket.on('error', () => {});
      if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      const onward = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      return onward.on('error', () => socket.destroy());
    });
    return { server: `http://127.0.0.1:${await listenRaw(proxy)}`, url, requests, seen };
  }
  async function listenBehind() {
    const requests: string[] = [];
    const { url } = await listen((incoming, outgoing) => {
      requests.push(incoming.url ?? '');
      outgoing.end('behind');
    });
    return { url, requests };
  }
  const open = (proxy: NonNullable<Route['proxy']>) =>
    openUntilEnd(async (route) => openBulk(route), { tls: { verify: true }, proxy });

  test('goes through it with its login, whatever letters that has', async () => {
    const { server, seen, requests } = await proxied();
    const send = await open({ server, ...login });
    expect(await send(wire('http://pay.invalid/v1/pay'))).toMatchObject({ kind: 'answer', status: 200 });
    const words = Buffer.from(`${login.username}:${login.password.reveal()}`).toString('base64');
    expect(seen).toEqual([{ to: 'pay.invalid:80', login: `Basic ${words}` }]);
    expect(requests).toEqual(['/v1/pay']);
  });

  test.each([407, 403, 502])(
    'asks it once, and nothing reaches the service, where it answers %i',
    async (status) => {
      const { server, seen, requests } = await proxied(status);
      const send = await open({ server });
      expect(await send(wire('http://pay.invalid/'))).toMatchObject({
        kind: 'none',
        reason: 'unreachable',
        detail: expect.stringContaining(`Proxy response (${status})`),
      });
      expect([seen.length, requests]).toEqual([1, []]);
    },
  );

  test('asks one that ends each connection once', async () => {
    const proxy = createHttpServer();
    let asked = 0;
    proxy.on('connect', (_incoming, socket: Socket) => {
      asked += 1;
      socket.destroy();
    });
    const send = await open({ server: `http://127.0.0.1:${await listenRaw(proxy)}` });
    expect(await send(wire('https://pay.invalid/'))).toMatchObject({ kind: 'none', reason: 'unreachable' });
    expect(asked).toBe(1);
  });

  test('goes round it to the hosts that bypass it', async () => {
    const { server, seen, url } = await proxied();
    const send = await open({ server, bypass: 'other.example, 127.0.0.1' });
    expect(await send(wire(url))).toMatchObject({ kind: 'answer', status: 200 });
    expect(seen).toEqual([]);
  });
});
