import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as SecureOptions } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { authority } from './authority.ts';
import { listenRaw, openUntilEnd, type Route, verifying, wire } from './transports.ts';

let pems: Awaited<ReturnType<typeof generate>>;
beforeAll(async () => {
  pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    ca: authority,
    clientCertificate: true,
  });
});

/** The key and the certificate of `localhost`, signed by the authority of the tests. */
const own = () => ({ key: pems.private, cert: pems.cert });

/** Where a row sends to, how it gets there, and the requests that arrived whole. */
interface Row {
  readonly url: string;
  readonly heard: readonly string[];
  readonly route?: Route;
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** Records the requests that arrive over connections, and lets `say` answer each. */
function recordOn(server: Server, event: string, say: (socket: Socket, request: number) => void) {
  const heard: string[] = [];
  server.on(event, (socket: Socket) => {
    let text = '';
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        text += chunk.toString('latin1');
        const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? [];
        const head = text.indexOf('\r\n\r\n');
        if (head < 0 || text.length < head + 4 + Number(length)) return;
        heard.push(text);
        text = '';
        say(socket, heard.length);
      });
  });
  return heard;
}

async function service(say: (socket: Socket, request: number) => void): Promise<Row> {
  const server = createServer();
  const heard = recordOn(server, 'connection', say);
  return { url: `http://127.0.0.1:${await listenRaw(server)}/pay`, heard };
}

const saying = (...pieces: readonly (string | Buffer)[]) =>
  service((socket) => {
    for (const piece of pieces) socket.write(piece);
  });

const packed = (coding: string, body: Buffer) =>
  saying(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`, body);

async function secureService(options: object = {}, route: Route = verifying): Promise<Row> {
  const server = createTlsServer({ ...own(), ...options });
  const heard = recordOn(server, 'secureConnection', (socket) => void socket.write(ok));
  return { url: `https://localhost:${await listenRaw(server)}/pay`, heard, route };
}

/** The service behind a proxy, which is reached over HTTP unless `secure` says how, and answers to CONNECT with this status. */
async function behindProxy(status: number, scheme = 'http', secure?: SecureOptions): Promise<Row> {
  const { heard, url } = scheme === 'http' ? await saying(ok) : await secureService();
  const proxy = secure === undefined ? createHttpServer() : createTlsServer(secure);
  proxy.on('connect', (_: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 2\r\n\r\nno`);
    const onward = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    return onward.on('error', () => socket.destroy());
  });
  const port = await listenRaw(proxy);
  const server = secure === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
  return { url, heard, route: { ...verifying, proxy: { server } } };
}

/** The service behind a SOCKS 5 proxy that asks for a login (RFC 1928 and 1929). */
async function behindSocks(word: string): Promise<Row> {
  const { heard, url } = await saying(ok);
  const login = { username: 'me', password: { shown: '$P', reveal: () => word } };
  const known = Buffer.from('\x01\x02me\x06p@ss:w', 'latin1');
  const proxy = createServer((socket) => {
    let part = 0;
    const answer = (chunk: Buffer) => {
      part += 1;
      if (part === 1) return socket.write(Buffer.from('0502', 'hex'));
      if (part === 2) return socket.write(Buffer.from(chunk.equals(known) ? '0100' : '0101', 'hex'));
      socket.off('data', answer).write(Buffer.from('05000001000000000000', 'hex'));
      const onward = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => socket.destroy());
      return socket.pipe(onward).pipe(socket);
    };
    socket.on('error', () => {}).on('data', answer);
  });
  const server = `socks5://127.0.0.1:${await listenRaw(proxy)}`;
  return { url, heard, route: { ...verifying, proxy: { server, ...login } } };
}

async function deadPort(): Promise<number> {
  const server = createServer();
  const port = await listenRaw(server);
  await new Promise((closed) => server.close(closed));
  return port;
}

function clientPair() {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [certificateFile, keyFile] = [join(folder, 'c.pem'), join(folder, 'k.pem')];
  writeFileSync(certificateFile, pems.clientcert ?? '');
  writeFileSync(keyFile, pems.clientprivate ?? '');
  return { certificateFile, keyFile };
}

/** What the exchange says of a row, and how many requests arrived whole. */
type Outcome = readonly [said: string | RegExp, arrived: number];

const nothingSent: Readonly<Record<string, readonly [() => Promise<Row>, ...Outcome]>> = {
  'a port that nobody serves': [
    async () => ({ url: `http://127.0.0.1:${await deadPort()}/`, heard: [] }),
    /^unreachable: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
    0,
  ],
  'a host that does not exist': [
    async () => ({ url: 'http://nobody.invalid/', heard: [] }),
    /^unreachable: getaddrinfo E[A-Z_]+ nobody\.invalid$/,
    0,
  ],
  'a certificate that nobody signed': [
    async () => {
      const unknown = await generate([{ name: 'commonName', value: 'localhost' }], { algorithm: 'sha256' });
      return secureService({ key: unknown.private, cert: unknown.cert });
    },
    /^unreachable: DEPTH_ZERO_SELF_SIGNED_CERT self-signed certificate$/,
    0,
  ],
  'a certificate of another name': [
    async () => {
      const other = await generate([{ name: 'commonName', value: 'pay.example' }], { ca: authority });
      return secureService({ key: other.private, cert: other.cert });
    },
    /^unreachable: ERR_TLS_CERT_ALTNAME_INVALID Hostname\/IP does not match certificate's altnames/,
    0,
  ],
  'a proxy that nobody serves': [
    async () => {
      const row = await saying(ok);
      const server = `http://127.0.0.1:${await deadPort()}`;
      return { ...row, route: { ...verifying, proxy: { server } } };
    },
    /^unreachable: no way through the proxy \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)$/,
    0,
  ],
  'a proxy that asks for a login': [
    () => behindProxy(407),
    'unreachable: Proxy response (407) !== 200 when HTTP Tunneling',
    0,
  ],
  'a proxy that asks for a login in front of TLS': [
    () => behindProxy(407, 'https'),
    'unreachable: Proxy response (407) !== 200 when HTTP Tunneling',
    0,
  ],
  'a proxy that does not reach the service': [
    () => behindProxy(502),
    'unreachable: Proxy response (502) !== 200 when HTTP Tunneling',
    0,
  ],
  'an HTTPS proxy with a certificate that nobody signed': [
    async () => {
      const unknown = await generate([{ name: 'commonName', value: 'localhost' }], { algorithm: 'sha256' });
      return behindProxy(200, 'http', { key: unknown.private, cert: unknown.cert });
    },
    'unreachable: no way through the proxy (self-signed certificate)',
    0,
  ],
  'an HTTPS proxy that asks for a login': [
    () => behindProxy(407, 'https', own()),
    'unreachable: Proxy response (407) !== 200 when HTTP Tunneling',
    0,
  ],
  'a SOCKS proxy that refuses a login': [
    () => behindSocks('other'),
    /^unreachable: no way through the proxy \(Socks5 Authentication failed\)$/,
    0,
  ],
};

const sent: Readonly<Record<string, readonly [() => Promise<Row>, ...Outcome]>> = {
  'plain HTTP': [() => saying(ok), '200: {}', 1],
  'TLS of a private authority': [() => secureService(), '200: {}', 1],
  'a client certificate': [
    () => {
      const tls = { verify: true, clientCertificate: clientPair() };
      return secureService({ requestCert: true, rejectUnauthorized: false }, { tls });
    },
    '200: {}',
    1,
  ],
  'no client certificate where one is demanded': [
    () => secureService({ requestCert: true, rejectUnauthorized: true }),
    /^reset: .*(?:ALERT|alert|ECONNRESET)/,
    0,
  ],
  'a reset before the work is done': [
    () => service((socket) => void socket.resetAndDestroy()),
    'reset: read ECONNRESET',
    1,
  ],
  'an end before the head': [
    () => service((socket) => void socket.end()),
    'reset: ECONNRESET socket hang up',
    1,
  ],
  'a head that is cut': [
    () => service((socket) => void socket.end(ok.slice(0, 20))),
    /^reset: (?:ECONNRESET socket hang up|HPE_INVALID_EOF_STATE Parse Error)/,
    1,
  ],
  'a body that is cut': [
    () => service((socket) => void socket.end(ok.replace('Length: 2', 'Length: 20'))),
    'reset: ECONNRESET aborted',
    1,
  ],
  'a reset within the body': [
    () =>
      service(
        (socket) => void socket.write(ok.replace('Length: 2', 'Length: 20'), () => socket.resetAndDestroy()),
      ),
    'reset: ECONNRESET aborted',
    1,
  ],
  silence: [() => service(() => {}), 'timeout: Timeout 500ms exceeded.', 1],
  'what is not HTTP': [
    () => saying('220 mail.example ESMTP\r\n'),
    /^reset: HPE_INVALID_CONSTANT Parse Error/,
    1,
  ],
  'a 101 that nobody asked for': [
    () => saying('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    'reset: 101 is not a status of an answer',
    1,
  ],
  'a 103 before the answer': [
    () => saying('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n', ok),
    '200: {}',
    1,
  ],
  'a redirect that may change the method': [
    () => saying('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
    '302: ',
    1,
  ],
  'a redirect that may not': [
    () => saying('HTTP/1.1 307 Temporary Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
    '307: ',
    1,
  ],
  'a demand for a login': [
    () => saying('HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n'),
    '401: ',
    1,
  ],
  gzip: [() => packed('gzip', gzipSync('packed')), '200: packed', 1],
  brotli: [() => packed('br', brotliCompressSync('packed')), '200: packed', 1],
  'what is called gzip and is not': [
    () => packed('gzip', Buffer.from('plain')),
    "reset: failed to decompress 'gzip' encoding: incorrect header check",
    1,
  ],
  'a gzip bomb': [
    () => packed('gzip', gzipSync(Buffer.alloc(100_000_000))),
    'too-large: more than 1000 bytes',
    1,
  ],
  'a body without an end': [
    () =>
      service((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = Buffer.alloc(1024 * 1024, 'x');
        const pour = () => {
          while (!socket.destroyed && socket.write(more));
        };
        socket.on('drain', pour);
        pour();
      }),
    'too-large: more than 1000 bytes',
    1,
  ],
  'an HTTP proxy': [() => behindProxy(200), '200: {}', 1],
  'an HTTP proxy in front of TLS': [() => behindProxy(200, 'https'), '200: {}', 1],
  'an HTTPS proxy': [() => behindProxy(200, 'http', own()), '200: {}', 1],
  'an HTTPS proxy in front of TLS': [() => behindProxy(200, 'https', own()), '200: {}', 1],
  'a SOCKS proxy with a login': [() => behindSocks('p@ss:w'), '200: {}', 1],
  IPv6: [
    async () => {
      const server = createServer();
      const heard = recordOn(server, 'connection', (socket) => void socket.write(ok));
      await new Promise<void>((listening) => server.listen(0, '::1', listening));
      onTestFinished(() => void server.close());
      return { url: `http://[::1]:${(server.address() as AddressInfo).port}/`, heard };
    },
    '200: {}',
    1,
  ],
};

type Send = ReturnType<typeof openUntilEnd>;

async function saidOf(send: Send, url: string, more = {}): Promise<string> {
  const came = await send(wire(url, { timeoutMs: 10_000, ...more }));
  return came.kind === 'none'
    ? `${came.reason}: ${came.detail}`
    : `${came.status}: ${Buffer.from(came.body).toString()}`;
}

describe('what an exchange says, and what arrived', () => {
  test.each(Object.entries({ ...nothingSent, ...sent }))('%s', async (name, [start, said, arrived]) => {
    const { url, heard, route } = await start();
    const told = await saidOf(openUntilEnd(route), url, name === 'silence' ? { timeoutMs: 500 } : {});
    if (typeof said === 'string') expect(told).toBe(said);
    else expect(told).toMatch(said);
    expect(heard).toHaveLength(arrived);
    // Nothing of the request stands in what is said of it.
    expect(told).not.toContain('canary');
  });

  test('only where no connection was made nothing was sent', () => {
    const says = (rows: typeof sent) =>
      Object.values(rows).map(([, said]) => /unreachable/.test(String(said)));
    expect([new Set(says(nothingSent)), new Set(says(sent))]).toEqual([new Set([true]), new Set([false])]);
  });

  test('a cookie is told and never sent back', async () => {
    const { url, heard } = await saying(ok.replace('\r\n\r\n', '\r\nSet-Cookie: a=b; Path=/\r\n\r\n'));
    const send = openUntilEnd();
    expect(await send(wire(url))).toMatchObject({ headers: { 'set-cookie': 'a=b; Path=/' } });
    await send(wire(url));
    expect(heard).toHaveLength(2);
    expect(heard.join()).not.toMatch(/^cookie:/im);
  });

  test('a reset that may have crossed the request says nothing of the service', async () => {
    const { url, heard } = await service((socket, request) => {
      if (request === 2) socket.resetAndDestroy();
      else socket.write(ok);
    });
    const send = openUntilEnd(verifying, 0);
    expect([await saidOf(send, url), await saidOf(send, url), await saidOf(send, url)]).toEqual([
      '200: {}',
      'aborted: read ECONNRESET, on a connection that was used before',
      '200: {}',
    ]);
    expect(heard).toHaveLength(3);
  });

  test('a request has the headers it was given, and those of every HTTP client', async () => {
    const { url, heard } = await saying(ok);
    await openUntilEnd()(wire(url, { body: '"{}"' }));
    const [head = '', body] = (heard[0] ?? '').split('\r\n\r\n');
    const [first, ...lines] = head.split('\r\n');
    expect([first, body]).toEqual(['POST /pay HTTP/1.1', '"{}"']);
    expect(lines.map((line) => line.toLowerCase()).sort()).toEqual(
      [
        'accept: */*',
        'accept-encoding: gzip,deflate,br',
        'connection: keep-alive',
        'content-length: 4',
        'content-type: application/json',
        `host: ${new URL(url).host}`,
        'user-agent: payment-acquiring-conformance',
        'x-secret: canary',
      ].sort(),
    );
  });
});
