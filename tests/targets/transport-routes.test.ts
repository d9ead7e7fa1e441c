import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenTransport } from '../../targets/transport/client.ts';
import { authority } from './authority.ts';
import { listen } from './loopback.ts';
import { listenRaw, openUntilEnd, type Route, wire } from './transports.ts';

describe('the transport over TLS', () => {
  const open = (route?: Route) => openUntilEnd(route);

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
    expect(await open()(wire(url))).toMatchObject({ kind: 'none', reason: 'unreachable' });
    expect(await open({ tls: { verify: false } })(wire(url))).toMatchObject({ status: 200 });
  });
  test('leaves open what became of a request whose connection broke after it had come', async () => {
    let raw: Socket | undefined;
    const server = createTlsServer({ key: pems.private, cert: pems.cert }, () => raw?.end('no TLS record'));
    server.on('connection', (socket: Socket) => {
      raw = socket;
    });
    const url = `https://localhost:${await listenRaw(server)}`;
    expect(await open({ tls: { verify: false } })(wire(url))).toMatchObject({
      reason: 'reset',
      detail: expect.stringContaining('SSL'),
    });
  });
  test('shows its certificate to a service that asks', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [certificateFile, keyFile] = [join(folder, 'c.pem'), join(folder, 'k.pem')];
    writeFileSync(certificateFile, pems.clientcert ?? '');
    writeFileSync(keyFile, pems.clientprivate ?? '');
    const baseUrl = await serve(true);
    const route = { tls: { verify: false, clientCertificate: { certificateFile, keyFile } } };
    expect(bodyOf(await open({ tls: { verify: false } })(wire(baseUrl)))).toBe('nobody');
    expect(bodyOf(await open(route)(wire(baseUrl)))).toContain('John Doe');
  });
});

describe('the transport', () => {
  test('opens no tunnel', async () => {
    const { url, server } = await listen(() => {});
    server.on('connect', (_incoming, socket: Socket) => socket.resume().end('HTTP/1.1 200 OK\r\n\r\n'));
    const answer = await openUntilEnd()(wire(url, { method: 'CONNECT' }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'reset' });
  });
  test('trusts the private authority that its process was started with', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      ca: authority,
    });
    const server = createTlsServer({ key, cert }, (_incoming, outgoing) => outgoing.end());
    const url = `https://localhost:${await listenRaw(server)}`;
    expect(await openUntilEnd()(wire(url))).toMatchObject({ kind: 'answer', status: 200 });
  });
});

describe('the transport behind a proxy', () => {
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
  const open = (proxy: NonNullable<Route['proxy']>) => openUntilEnd({ tls: { verify: true }, proxy });

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

  test.each(['socks5', 'socks4'])('goes through a %s proxy, which looks up the host', async (protocol) => {
    const { url, requests } = await listenBehind();
    const asked: string[] = [];
    // The parts of a conversation by RFC 1928 and of SOCKS 4a, and what is answered to each.
    const granted = protocol === 'socks5' ? ['0500', '05000001000000000000'] : ['005a000000000000'];
    const answers = granted.map((answer) => Buffer.from(answer, 'hex'));
    const proxy = createServer((socket) => {
      socket.on('error', () => {});
      let part = 0;
      const answer = (chunk: Buffer) => {
        asked.push(...(/[a-z.]{8,}/.exec(chunk.toString('latin1')) ?? []));
        socket.write(answers[part] as Buffer);
        part += 1;
        if (part < answers.length) return;
        socket.off('data', answer);
        const onward = connect(Number(new URL(url).port), '127.0.0.1');
        onward.on('error', () => socket.destroy());
        socket.pipe(onward).pipe(socket);
      };
      socket.on('data', answer);
    });
    const send = open({ server: `${protocol}://127.0.0.1:${await listenRaw(proxy)}` });
    expect(await send(wire('http://pay.invalid/v1/pay'))).toMatchObject({ kind: 'answer', status: 200 });
    expect([asked, requests]).toEqual([['pay.invalid'], ['/v1/pay']]);
  });

  test('says that nothing reached the service where a SOCKS proxy is none', async () => {
    const { url } = await listenBehind();
    const send = open({ server: url.replace('http', 'socks5') });
    expect(await send(wire('http://pay.invalid/'))).toMatchObject({ kind: 'none', reason: 'unreachable' });
  });

  test('goes round it to the hosts that bypass it', async () => {
    const { server, seen, url } = await proxied();
    const send = await open({ server, bypass: 'other.example, 127.0.0.1' });
    expect(await send(wire(url))).toMatchObject({ kind: 'answer', status: 200 });
    expect(seen).toEqual([]);
  });
});
