import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBulk, takesBulk } from '../../targets/transport/bulk.ts';
import { openContext } from '../../targets/transport/context.ts';
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
