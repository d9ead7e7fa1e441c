import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../../schemas/media/limits.ts';
import { whyForeign } from '../../schemas/media/own-site.ts';
import type { NoAnswer } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type Forward, type Forwarded, forward } from './forward.ts';
import { passedOn, type RawHeaders } from './raw-headers.ts';

/** A request that came in whole. */
export interface Incoming {
  readonly method: string;
  /** Path and query below the base. */
  readonly path: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
}

/** An exchange that passed through. */
export interface Passed extends Incoming {
  /** Number of the request in the order of arrival, from 0. */
  readonly ordinal: number;
  readonly received: Forwarded | NoAnswer;
}

/** A request that was not passed on. */
export interface Withheld {
  readonly method: string;
  readonly path: string;
  /** HTTP status that the caller got. */
  readonly status: number;
  readonly reason: string;
}

/** How a proxy is started. */
export interface ProxyOptions extends Pick<Forward, 'base' | 'timeoutMs' | 'route'> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Why a request may not be passed on, or nothing when it may. */
  readonly refusal: (request: Incoming) => string | undefined;
  /** Told of every exchange after its answer was passed on. */
  readonly watch: (passed: Passed) => void;
  /** Told of every request of the caller that was not passed on; what a page of another site sends is nobody's. */
  readonly withheld: (request: Withheld) => void;
}

/** Starts a proxy in front of a service; `close` lets exchanges under way come to their end. */
export async function startProxy(options: ProxyOptions): Promise<{ url: string; close(): Promise<void> }> {
  let ordinal = 0;
  let isClosing = false;
  const underway = new Set<Promise<void>>();
  const server = createServer((request, answer) => {
    // A caller may keep its connection, and send more over it.
    const refusal = isClosing ? () => 'the proxy was stopped' : options.refusal;
    const passing = pass(request, answer, ordinal++, { ...options, refusal }).catch(() => {
      answer.destroy();
    });
    underway.add(passing);
    void passing.finally(() => underway.delete(passing));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigurationError(
          error.code === 'EADDRINUSE'
            ? `--port: ${options.port} is taken on ${options.host}; 0 takes a free one.`
            : `--host ${options.host}, --port ${options.port}: cannot listen (${error.code}).`,
        ),
      ),
    );
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(underway);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function pass(
  request: IncomingMessage,
  answer: ServerResponse,
  ordinal: number,
  { base, timeoutMs, route, watch, withheld, host, refusal }: ProxyOptions,
): Promise<void> {
  const { method = 'GET', url: path = '/', rawHeaders } = request;
  const withhold = (status: number, reason: string) => {
    refuse(answer, status, reason);
    withheld({ method, path, status, reason });
  };
  if (!path.startsWith('/')) {
    return withhold(400, 'give this address as the base address of the service, not as an HTTP proxy');
  }
  const foreign = whyForeign(request.headers, host);
  if (foreign !== undefined) return refuse(answer, 403, foreign);
  const body = await bodyOf(request);
  if (body === undefined) return withhold(413, `a body of more than ${limits.bytes} bytes is not passed on`);
  const headers = passedOn(rawHeaders, new URL(base).host);
  const why = refusal({ method, path, headers, body });
  if (why !== undefined) return withhold(403, why);
  const received = await forward({ method, base, path, headers, body, timeoutMs, route });
  if (received.kind === 'none') {
    refuse(answer, 502, `the service gave no whole answer: ${received.reason} (${received.detail})`);
  } else {
    answer.sendDate = false;
    answer.writeHead(received.status, received.statusMessage, passedOn(received.headers));
    answer.end(received.body);
  }
  watch({ ordinal, method, path, headers, body, received });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to its end all the same, so that the caller hears why.
    if (size <= limits.bytes) chunks.push(chunk);
  }
  return size > limits.bytes ? undefined : Buffer.concat(chunks);
}

// The suite's own words are told apart from the service's by their header.
function refuse(answer: ServerResponse, status: number, reason: string): void {
  const text = `${JSON.stringify({ proxy: 'payment-acquiring-conformance', error: reason })}\n`;
  answer.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-conformance-proxy': 'error',
  });
  answer.end(text);
}
