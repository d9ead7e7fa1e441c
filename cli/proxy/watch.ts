import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { EvidenceWriter } from '../../reports/evidence.ts';
import { redactText } from '../../reports/redact.ts';
import { limits } from '../../schemas/media/limits.ts';
import { whyForeign } from '../../schemas/media/own-site.ts';
import { plainValue } from '../../schemas/plain-text.ts';
import type { Answer, NoAnswer } from '../../schemas/types.ts';
import { failureOf } from '../../targets/transport/client.ts';
import { connectBy, placeOf, type Route } from '../../targets/transport/route.ts';
import { unpacked } from '../judge/body.ts';
import { maskBreach } from '../judge/print.ts';
import {
  headersByName,
  judgeWatched,
  shownPath,
  type WatchedExchange,
  type WatchedService,
} from '../judge/watched.ts';
import { listenOnPort } from '../until-stopped.ts';

/** Header names and values in turn, as received. */
type RawHeaders = readonly string[];

// These headers are about one connection, not the message (RFC 9110, 7.6.1); the proxy answers `expect` itself.
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

/** Returns the forwarded headers in order and case, with repetitions; `host` replaces the host if given. */
function forwardedHeaders(raw: RawHeaders, host?: string): string[] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()));
  return pairs
    .filter(([name]) => !ofConnection.has(name.toLowerCase()) && !named.includes(name.toLowerCase()))
    .flatMap(([name, value]) => [name, host !== undefined && name.toLowerCase() === 'host' ? host : value]);
}

/** Returns the headers by lower-case name, as in exchanges. */
export function namedHeaders(raw: RawHeaders): Record<string, string> {
  return headersByName(pairsOf(raw));
}

/** A request to forward to the service. */
interface Forward {
  readonly method: string;
  /** Absolute address. */
  readonly base: string;
  /** Path and query below the base, unchanged. */
  readonly path: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
  /** Milliseconds for the whole exchange. */
  readonly timeoutMs: number;
  readonly route: Route;
}

/** An answer with its bytes and headers as received. */
interface Forwarded {
  readonly kind: 'answer';
  readonly status: number;
  readonly statusMessage: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
  readonly durationMs: number;
}

/** Forwards a request once, without redirects or retries. Never rejects. */
async function forward(forwarding: Forward): Promise<Forwarded | NoAnswer> {
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
    // A kept connection may close just before reuse, which would look like a failing service, so none is kept.
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

// Without a length Node would send chunks that the caller never sent.
function withLength(headers: RawHeaders, method: string, body: Buffer): RawHeaders {
  const told = headers.some(
    (name, at) => at % 2 === 0 && /^(?:content-length|transfer-encoding)$/i.test(name),
  );
  const plain = body.length === 0 && /^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method);
  return told || plain ? headers : [...headers, 'Content-Length', String(body.length)];
}

/** A complete request. */
export interface Incoming {
  readonly method: string;
  /** Path and query below the base. */
  readonly path: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
}

/** A forwarded exchange. */
interface ForwardedExchange extends Incoming {
  /** Number of the request in order of arrival, from 0. */
  readonly ordinal: number;
  readonly received: Forwarded | NoAnswer;
}

/** A request that was not passed on. */
interface BlockedRequest {
  readonly method: string;
  readonly path: string;
  /** HTTP status that the caller got. */
  readonly status: number;
  readonly reason: string;
}

interface ProxyOptions extends Pick<Forward, 'base' | 'timeoutMs' | 'route'> {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Returns why a request may not be passed on; undefined if it may. */
  readonly refusal: (request: Incoming) => string | undefined;
  /** Called for every exchange after its answer was passed on. */
  readonly watch: (passed: ForwardedExchange) => void;
  /** Called for every request of the caller that was not passed on, but not for pages of another site. */
  readonly withheld: (request: BlockedRequest) => void;
}

/** Starts a proxy in front of a service; `close` waits for the exchanges in progress. */
export async function startProxy(options: ProxyOptions): Promise<{ url: string; close(): Promise<void> }> {
  let ordinal = 0;
  let isClosing = false;
  const underway = new Set<Promise<void>>();
  const server = createServer((request, answer) => {
    // A caller may reuse its connection and send more.
    const refusal = isClosing ? () => 'the proxy was stopped' : options.refusal;
    const passing = pass(request, answer, ordinal++, { ...options, refusal }).catch(() => {
      answer.destroy();
    });
    underway.add(passing);
    void passing.finally(() => underway.delete(passing));
  });
  const listening = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, options.host, resolve);
    });
  await listenOnPort(options.port, listening);
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
  const headers = forwardedHeaders(rawHeaders, new URL(base).host);
  const why = refusal({ method, path, headers, body });
  if (why !== undefined) return withhold(403, why);
  const received = await forward({ method, base, path, headers, body, timeoutMs, route });
  if (received.kind === 'none') {
    refuse(answer, 502, `the service gave no complete answer: ${received.reason} (${received.detail})`);
  } else {
    answer.sendDate = false;
    answer.writeHead(received.status, received.statusMessage, forwardedHeaders(received.headers));
    answer.end(received.body);
  }
  watch({ ordinal, method, path, headers, body, received });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The body is still read to its end, so that the caller gets the reason.
    if (size <= limits.bytes) chunks.push(chunk);
  }
  return size > limits.bytes ? undefined : Buffer.concat(chunks);
}

// The header marks the suite's own answers.
function refuse(answer: ServerResponse, status: number, reason: string): void {
  const text = `${JSON.stringify({ proxy: 'payment-acquiring-conformance', error: reason })}\n`;
  answer.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-conformance-proxy': 'error',
  });
  answer.end(text);
}

/** The output about one exchange, passed on or withheld; secrets are masked. */
export type ProxyOutput = ReturnType<typeof recordForwarded> | ReturnType<typeof blockedOutput>;

/** Judges and records a forwarded exchange; throws `EvidenceError` if it cannot be written. */
export function recordForwarded(
  passed: ForwardedExchange,
  point: WatchedService & { readonly base: string },
  evidence: EvidenceWriter,
  seed: number,
) {
  const { method, path, received, ordinal } = passed;
  const origin = { test: 'conformance proxy', ordinal, seed };
  const headers = namedHeaders(passed.headers);
  const watched: WatchedExchange = {
    method,
    url: point.base + path,
    headers,
    body: unpacked(passed.body, headers['content-encoding']) ?? passed.body,
    received: received.kind === 'none' ? received : answerOf(received),
    origin,
  };
  const common = {
    method,
    path: redactText(shownPath(path)),
    status: received.kind === 'none' ? received.reason : received.status,
    durationMs: Math.round(received.durationMs),
  };
  const found = judgeWatched(watched, point);
  if ('reason' in found) return { kind: 'not-judged', ...common, reason: found.reason } as const;
  const { exchange } = found.judged;
  const { judgement } = evidence.record(found.judged);
  const breaches = found.breaches.map((breach) => maskBreach(breach, exchange));
  const observations = breaches.flatMap(({ clause, path: at, expected, received: got }) =>
    clause === undefined
      ? []
      : [
          {
            clause,
            operation: exchange.operation,
            fingerprint: 'request breaks it',
            detail: `a request breaks it at ${at || 'the whole body'}: expected ${expected}, found ${got}`,
          },
        ],
  );
  if (observations.length > 0) evidence.note({ kind: 'observed', origin, observations });
  return {
    kind: 'exchange',
    ...common,
    exchange: exchange.id,
    operation: exchange.operation,
    outcome: judgement.outcome,
    findings: judgement.findings.map(({ clause, verdict, path: at, expected, received: got }) => ({
      clause,
      verdict,
      path: at,
      expected,
      received: got,
    })),
    breaches: breaches.map(({ clause, path: at }) => `${clause ?? 'unreadable'}${at && ` at ${at}`}`),
  } as const;
}

/** Returns the output about a request that was not passed on. */
export function blockedOutput({ method, path, status, reason }: BlockedRequest) {
  return {
    kind: 'not-passed-on',
    method,
    path: redactText(path.replace(/\?.*$/s, '')),
    status,
    reason: redactText(reason),
  } as const;
}

function answerOf({ status, headers, body, durationMs }: Forwarded): Answer {
  const named = namedHeaders(headers);
  return {
    kind: 'answer',
    status,
    headers: named,
    body: unpacked(body, named['content-encoding']) ?? body,
    durationMs,
  };
}

export function outputLine(masked: ProxyOutput): string {
  const told = plainValue(masked);
  const { method, path, status } = told;
  if (told.kind === 'not-passed-on') return `–  ${method} ${path}  ${status}  not passed on: ${told.reason}`;
  const head = `${method} ${path}  ${status}  ${told.durationMs} ms`;
  if (told.kind === 'not-judged') return `·  ${head}  not judged: ${told.reason}`;
  const { operation, outcome, exchange, findings, breaches } = told;
  const caller = breaches.length === 0 ? '' : `  the request breaks ${breaches.join(', ')}`;
  const failed = findings.some(({ verdict }) => verdict === 'fail' || verdict === 'suite-error');
  const mark = failed ? '✗' : findings.length > 0 ? '!' : '✓';
  const said = findings.map(({ verdict, clause, path: at }) => `${verdict} ${clause}${at && ` at ${at}`}`);
  const verdict = said.length === 0 ? 'no finding' : said.join(', ');
  return `${mark}  ${head}  ${operation} ${outcome}: ${verdict}${caller}  ${exchange}`;
}
