import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { HostileEnd } from '../proven/hostile.ts';

/** A running hostile service on loopback. */
export interface StartedWire {
  readonly baseUrl: string;
  /** The request line of each request in order; `elsewhere` precedes requests to an address that it only refers to. */
  readonly heard: readonly string[];
  stop(): Promise<void>;
}

/** A service that is hostile at the HTTP level. */
export interface WireService {
  /** The behaviour of the service in one sentence. */
  readonly does: string;
  /** How a run against it must end. */
  readonly end: HostileEnd;
  /** Set if it stays silent longer than the timeout of a run. */
  readonly silent?: true;
  readonly start: StartsWire;
}

/** Starts a service on a loopback port; a free one if absent or 0. */
export type StartsWire = (port?: number) => Promise<StartedWire>;

async function listen(server: Server, heard: readonly string[], port = 0): Promise<StartedWire> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** A service that reads each request to its end and answers it with the HTTP server of Node.js. */
export const startHttp =
  (answer: RequestListener): StartsWire =>
  (port) => {
    const heard: string[] = [];
    const server = createHttpServer((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      response.on('error', () => {});
      request.resume().on('end', () => answer(request, response));
    });
    return listen(server, heard, port);
  };

/** A service that writes raw bytes as soon as a request begins. */
const startRaw =
  (answer: (socket: Socket) => void): StartsWire =>
  (port) => {
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket.once('data', (bytes) => {
        heard.push(bytes.toString('latin1').split(' HTTP/')[0] ?? '');
        answer(socket);
      });
    });
    return listen(server, heard, port);
  };

/** A service that answers each request with a fixed text and closes the connection. */
const writing = (text: string): StartsWire => startRaw((socket) => socket.end(text));

const success = '{"return_status":"1"}';

/** A raw HTTP answer with a successful body; the caller sets its length. */
const answerWith = (status: string, ...headers: readonly string[]) =>
  [`HTTP/1.1 ${status}`, ...headers, '', success].join('\r\n');

/** Writes chunks for as long as the client reads. */
function pour(stream: NodeJS.WritableStream & { readonly destroyed?: boolean }, chunk: () => Buffer): void {
  const more = () => {
    while (stream.destroyed !== true && stream.write(chunk()));
  };
  stream.on('drain', more);
  more();
}

const withoutBody = ['204 No Content', '304 Not Modified', '205 Reset Content', '101 Switching Protocols'];

let packed: Promise<Buffer> | undefined;

/** 500 MB of one letter, compressed in pieces at the first call. */
function gzipped(): Promise<Buffer> {
  const pieces = Array<Buffer>(500).fill(Buffer.alloc(1_000_000, 'x'));
  packed ??= buffer(Readable.from(pieces).pipe(createGzip({ level: 1 })));
  return packed;
}

const redirections = [301, 302, 303, 307, 308];

/**
 * Services that are hostile at the HTTP level, by name, each with the end of a run. An answer that is not HTTP, never
 * ends, cannot be decompressed, asks for a retry or redirects accepts nothing; a run in which nothing was accepted is
 * incomplete. A complete answer lacks what 4.10 and 1.3 state, so it fails.
 */
export const wireServices = {
  'endless-body': {
    does: 'sends a body that never ends',
    end: 'open',
    start: startHttp((_, response) =>
      pour(response.writeHead(200, { 'content-type': 'application/json' }), () => Buffer.alloc(65_536, 'x')),
    ),
  },
  'gzip-bomb': {
    does: 'sends a small body that unpacks to half a gigabyte',
    end: 'open',
    start: startHttp(async (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(await gzipped()),
    ),
  },
  silence: {
    does: 'takes a request and never says a word',
    end: 'open',
    silent: true,
    start: startHttp(() => {}),
  },
  'busy-for-years': {
    does: 'asks to come back in three years',
    end: 'open',
    start: startHttp((_, response) => response.writeHead(429, { 'retry-after': '99999999' }).end()),
  },
  'length-and-chunks': {
    does: 'names a length and sends chunks',
    end: 'open',
    start: writing(
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
  },
  'no-http': {
    does: 'speaks another protocol',
    end: 'open',
    start: writing('220 mail.example ESMTP\r\n'),
  },
  'second-answer': {
    does: 'sends a second answer after the first',
    end: 'failed',
    start: startRaw((socket) => {
      const answer = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      socket.write(answer('{"return_status":"1"}') + answer('{"return_status":"smuggled"}'));
    }),
  },
  'redirects-elsewhere': {
    does: 'sends every caller, with what it brought, to another address',
    end: 'open',
    async start(port) {
      const heard: string[] = [];
      let asked = 0;
      const other = await startHttp((request, response) => {
        heard.push(`elsewhere ${request.method}`);
        response.end();
      })();
      const own = await startHttp((request, response) => {
        heard.push(`${request.method} ${request.url}`);
        const status = redirections[asked % redirections.length] ?? 302;
        asked += 1;
        response.writeHead(status, { location: `${other.baseUrl}/stolen` }).end();
      })(port);
      return {
        baseUrl: own.baseUrl,
        heard,
        stop: async () => {
          await Promise.all([own.stop(), other.stop()]);
        },
      };
    },
  },
  'bodies-of-empty-answers': {
    does: 'gives a body to statuses that have none, and changes the protocol unasked',
    end: 'never-green',
    start: (port) => {
      let asked = 0;
      return startRaw((socket) => {
        const status = withoutBody[asked % withoutBody.length];
        asked += 1;
        socket.end(answerWith(`${status}`, 'connection: upgrade', 'upgrade: h2c', 'content-length: 21'));
      })(port);
    },
  },
  'redirect-loop': {
    does: 'sends every caller back to where it is',
    end: 'open',
    start: startHttp((request, response) =>
      response.writeHead(307, { location: request.url ?? '/', refresh: '0; url=file:///etc/passwd' }).end(),
    ),
  },
  'long-status-text': {
    does: 'writes ten thousand letters and commands for job logs after its status',
    end: 'failed',
    start: writing(
      answerWith(
        `200 ::error title=x::${'y'.repeat(10_000)} \u009b2J`,
        'content-length: 21',
        'connection: close',
      ),
    ),
  },
} as const satisfies Record<string, WireService>;
