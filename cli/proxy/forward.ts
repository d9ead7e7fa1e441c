import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../schemas/media/limits.ts';
import type { NoAnswer } from '../../schemas/types.ts';
import { failureOf } from '../../targets/transport/client.ts';
import { connectBy, placeOf, type Route } from '../../targets/transport/route.ts';
import { headersByName } from '../judge/watched.ts';

/** Header names and values in turn, as they stood on the wire. */
export type RawHeaders = readonly string[];

// They speak about one connection, not about the message (RFC 9110, 7.6.1); `expect` is answered by this side.
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
]);

function pairsOf(raw: RawHeaders): (readonly [name: string, value: string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

/** The headers that go on to the other side: order, case and repetitions kept, `host` replaced where one is given. */
export function passedOn(raw: RawHeaders, host?: string): string[] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()));
  return pairs
    .filter(([name]) => !ofConnection.has(name.toLowerCase()) && !named.includes(name.toLowerCase()))
    .flatMap(([name, value]) => [name, host !== undefined && name.toLowerCase() === 'host' ? host : value]);
}

/** The headers by lower-case name, as exchanges hold them. */
export function namedHeaders(raw: RawHeaders): Record<string, string> {
  return headersByName(pairsOf(raw));
}

/** A request as it came in, for the service behind. */
export interface Forward {
  readonly method: string;
  /** Absolute address. */
  readonly base: string;
  /** Path and query below the base, exactly as they came in. */
  readonly path: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
  /** Milliseconds for the whole exchange. */
  readonly timeoutMs: number;
  /** The way to the target. */
  readonly route: Route;
}

/** An answer with its bytes and headers as they stood on the wire. */
export interface Forwarded {
  readonly kind: 'answer';
  readonly status: number;
  readonly statusMessage: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
  readonly durationMs: number;
}

/** Sends a request on, once: no redirect is followed and nothing is sent again. Never rejects. */
export async function forward(forwarding: Forward): Promise<Forwarded | NoAnswer> {
  const { method, base, path, headers, body, timeoutMs, route } = forwarding;
  const started = performance.now();
  const durationMs = () => Math.round((performance.now() - started) * 10) / 10;
  const { pathname } = new URL(base);
  const { host, port } = placeOf(base);
  const options = {
    method,
    host,
    port,
    path: pathname.replace(/\/+$/, '') + path,
    headers: withLength(headers, method, body),
    // A connection that is kept may die just before it is used again, which would look like a failing service: each has its own.
    createConnection(_options: unknown, done: (error: Error | null, socket?: Socket) => void) {
      connectBy(base, route, timeoutMs).then((socket) => done(null, socket), done);
    },
  } as unknown as RequestOptions;
  return new Promise((resolve) => {
    const none = (reason: NoAnswer['reason'], detail: string): void =>
      resolve({ kind: 'none', reason, detail, durationMs: durationMs() });
    const failed = (error: Error) => {
      const { reason, detail } = failureOf(error);
      none(reason, detail);
    };
    const sending = request(options, (answer) => {
      read(answer).then(
        (bytes) =>
          resolve({
            kind: 'answer',
            status: answer.statusCode ?? 0,
            statusMessage: answer.statusMessage ?? '',
            headers: answer.rawHeaders,
            body: bytes,
            durationMs: durationMs(),
          }),
        (error: Error) => (error instanceof TooLarge ? none('too-large', error.message) : failed(error)),
      );
    });
    const timer = setTimeout(() => {
      none('timeout', `no complete answer within ${timeoutMs} ms`);
      sending.destroy();
    }, timeoutMs);
    sending.on('error', failed);
    sending.on('close', () => clearTimeout(timer));
    sending.end(body);
  });
}

class TooLarge extends Error {}

async function read(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limits.bytes) throw new TooLarge(`more than ${limits.bytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// Without a length the platform would announce chunks that the caller never sent.
function withLength(headers: RawHeaders, method: string, body: Buffer): RawHeaders {
  const told = headers.some(
    (name, at) => at % 2 === 0 && /^(?:content-length|transfer-encoding)$/i.test(name),
  );
  const plain = body.length === 0 && /^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method);
  return told || plain ? headers : [...headers, 'Content-Length', String(body.length)];
}
