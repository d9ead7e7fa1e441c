import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../schemas/media/limits.ts';
import type { NoAnswer } from '../../schemas/types.ts';
import { connectBy, placeOf, type Route } from '../../targets/transport/route.ts';
import type { RawHeaders } from './raw-headers.ts';

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
        (error: Error) =>
          error instanceof TooLarge ? none('too-large', error.message) : none('reset', wordsOf(error)),
      );
    });
    const timer = setTimeout(() => {
      none('timeout', `no whole answer within ${timeoutMs} ms`);
      sending.destroy();
    }, timeoutMs);
    sending.on('error', (error) => none(reasonOf(error), wordsOf(error)));
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

function reasonOf({ code = '', message, name }: NodeJS.ErrnoException): NoAnswer['reason'] {
  if (name === 'ProxyError' || /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UNREACH|EADDRNOTAVAIL|ETIMEDOUT/.test(code))
    return 'unreachable';
  if (/CERT|TLS|SSL|EPROTO/.test(code) || /certificate/i.test(message)) return 'unreachable';
  return 'reset';
}

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  return (code === undefined || message.includes(code) ? message : `${code}: ${message}`).slice(0, 200);
}
