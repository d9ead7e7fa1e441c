import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { defined } from '../../schemas/defined.ts';
import { squeezeBlanks } from '../../schemas/media/blanks.ts';
import { limits } from '../../schemas/media/limits.ts';
import type { Answer, NoAnswer } from '../../schemas/types.ts';
import { decodeBody } from './decode-body.ts';
import { connectionOptions, type Route } from './route.ts';
import { type IdleConnections, keepNone, type WatchedCall, watched } from './watched-call.ts';

/** A request as sent. */
export interface WireRequest {
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Larger answers are not kept. */
  readonly maxBytes: number;
  /** Most bytes read of an answer, blanks included; the documented bound by default. */
  readonly readBytes?: number;
}

/** Sends one request once: follows no redirect, never repeats, and never throws because of the service. */
export type Transport = (request: WireRequest) => Promise<Answer | NoAnswer>;

/** A transport with its own connections. */
export interface OpenTransport {
  readonly send: Transport;
  /** Ends the connections; requests under way end as `aborted`. */
  close(): Promise<void>;
}

/** Why there is no answer, in one line without any header that was sent. */
class Unanswered extends Error {
  readonly reason: NoAnswer['reason'];

  constructor(reason: NoAnswer['reason'], detail: string) {
    super(detail.slice(0, 200));
    this.reason = reason;
  }
}

const closed = new Unanswered('aborted', 'the connections are closed');

/** What is known of a call before it is sent. */
const untold = {
  connected: false,
  reused: false,
  restedMs: 0,
  answered: false,
  last: false,
  tooLarge: false,
} as const;

/** No service that keeps connections ends one that was idle for less time, in milliseconds. */
const leastPatience = 100;

/**
 * Opens the transport to a target: a request context of Playwright, made for the address of its first request. A reset on a
 * connection that was idle for `patienceMs` or more may have crossed the request.
 */
export function openTransport(route: Route, patienceMs = leastPatience): OpenTransport {
  // Reports unusable certificates before the first request.
  connectionOptions(route.tls);
  let context: Promise<APIRequestContext> | undefined;
  let isClosed = false;
  const connections: IdleConnections = { idle: new Map(), areKept: true };

  const send = async (wire: WireRequest, call: WatchedCall): Promise<Omit<Answer, 'kind' | 'durationMs'>> => {
    if (isClosed) throw closed;
    const { method, url, headers, body, timeoutMs } = wire;
    context ??= fromNewTurn(() => newContext(route, url));
    const sending = await context;
    // The first turn may have been waited for; in the next, Node reads that the service closed idle connections.
    await nextTurn();
    const response = await fromNewTurn(() =>
      watched(call, () =>
        sending.fetch(url, {
          method,
          headers,
          // A text would be quoted under application/json.
          ...(body !== '' && { data: Buffer.from(body) }),
          timeout: timeoutMs,
          maxRedirects: 0,
          maxRetries: 0,
          failOnStatusCode: false,
        }),
      ),
    );
    try {
      return await answerOf(response, wire, call);
    } finally {
      await fromNewTurn(() => response.dispose());
    }
  };

  return {
    async send(wire) {
      const { readBytes = limits.readBytes } = wire;
      const call: WatchedCall = { readBytes, connections, started: performance.now(), ...untold };
      const durationMs = () => Math.round((performance.now() - call.started) * 10) / 10;
      try {
        const answer = await aside(() => send(wire, call));
        return { kind: 'answer', ...answer, durationMs: durationMs() };
      } catch (error) {
        const { reason, message: detail } = isClosed
          ? closed
          : whyNoAnswer(call, error as Error, wire, route, isLost(call) && call.restedMs >= patienceMs);
        if (call.reused && !call.answered) keepNone(connections);
        return { kind: 'none', reason, detail, durationMs: durationMs() };
      }
    },
    async close() {
      isClosed = true;
      const made = await context?.catch(() => undefined);
      if (made !== undefined) await fromNewTurn(() => made.dispose());
    },
  };
}

/** Calls Playwright from a turn of its own: with each call it reads its stack and the source of each frame, few of them there. */
function fromNewTurn<Result>(call: () => Promise<Result>): Promise<Result> {
  return new Promise((done, failed) => {
    setImmediate(() => call().then(done, failed));
  });
}

let aside = <Result>(act: () => Promise<Result>): Promise<Result> => act();

/**
 * Sends what follows from where this is called. Playwright reports each call as a step, with the headers that were sent
 * in the error of one that fails (microsoft/playwright#31717); from a boxed fixture it reports none.
 */
export function sendFromHere(): void {
  aside = AsyncLocalStorage.snapshot();
}

/** What `use` may say in the configuration of a user, and no request obeys. */
const notOfUse = {
  baseURL: undefined,
  httpCredentials: undefined,
  proxy: undefined,
  storageState: undefined,
} as object;

/** Makes the context of a route; a client certificate is shown to this address alone. */
function newContext({ tls, proxy }: Route, url: string): Promise<APIRequestContext> {
  // Loaded when something is sent. Where specs run outside of Playwright, an import would give its stand-in.
  const { request } = createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test');
  const { rejectUnauthorized, ca: _, ...pair } = connectionOptions(tls);
  return request.newContext({
    ...notOfUse,
    userAgent: 'payment-acquiring-conformance',
    extraHTTPHeaders: {},
    ignoreHTTPSErrors: !rejectUnauthorized,
    clientCertificates: pair.cert === undefined ? [] : [{ origin: new URL(url).origin, ...pair }],
    ...(proxy && { proxy: { server: withLogin(proxy), ...defined({ bypass: proxy.bypass }) } }),
  });
}

/** The address of a proxy with its login, which SOCKS proxies are given in no other way. */
function withLogin({ server, username, password }: NonNullable<Route['proxy']>): string {
  const address = new URL(/^\w+:\/\//.test(server) ? server : `http://${server}`);
  address.username = encodeURIComponent(username ?? '');
  address.password = encodeURIComponent(password?.reveal() ?? '');
  return address.href;
}

async function answerOf(response: APIResponse, wire: WireRequest, { connected }: WatchedCall) {
  const status = response.status();
  if (!connected)
    throw new Unanswered('unreachable', `Proxy response (${status}) !== 200 when HTTP Tunneling`);
  if (status < 200) throw new Unanswered('reset', `${status} is not a status of an answer`);
  const headers = headersOf(response.headersArray());
  const { body, blanks } = readableBody(
    await fromNewTurn(() => response.body()),
    headers['content-encoding'],
    wire,
  );
  return { status, headers, body, ...(blanks > 0 && { blanks }) };
}

/** One text for each name, from all its lines, decoded as UTF-8. */
function headersOf(lines: ReturnType<APIResponse['headersArray']>): Readonly<Record<string, string>> {
  const texts = new Map<string, string>();
  for (const { name: written, value } of lines) {
    const name = written.toLowerCase();
    const before = texts.get(name);
    const text = Buffer.from(value, 'latin1').toString('utf8');
    texts.set(name, before === undefined ? text : before + (name === 'set-cookie' ? '\n' : ', ') + text);
  }
  return Object.fromEntries(texts);
}

/** The body as it is judged: unpacked, and within its limits. */
function readableBody(packed: Uint8Array, encoding: string | undefined, wire: WireRequest) {
  const { maxBytes, readBytes = limits.readBytes } = wire;
  let bytes: Uint8Array;
  try {
    bytes = decodeBody(packed, encoding, readBytes);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(wire);
    throw new Unanswered('reset', `failed to decompress '${encoding}' encoding: ${message}`);
  }
  const kept = bytes.length > maxBytes ? squeezeBlanks(bytes) : { body: bytes, blanks: 0 };
  if (kept.body.length > maxBytes) throw tooLarge(wire);
  return kept;
}

function tooLarge({ maxBytes }: WireRequest): Unanswered {
  return new Unanswered('too-large', `more than ${maxBytes} bytes`);
}

/** Returns whether a call ended without an answer on a connection that was used before. */
function isLost({ reused, answered, error }: WatchedCall): boolean {
  return reused && !answered && ['ECONNRESET', 'EPIPE'].includes(error?.code ?? '');
}

/**
 * Why a call has no answer. Only if no connection was made is it certain that nothing reached the service, whatever the
 * error says.
 */
function whyNoAnswer(
  call: WatchedCall,
  thrown: Error,
  wire: WireRequest,
  { proxy }: Route,
  mayHaveCrossed: boolean,
): Unanswered {
  if (thrown instanceof Unanswered) return thrown;
  if (call.tooLarge) return tooLarge(wire);
  if (thrown.name === 'TimeoutError')
    return new Unanswered('timeout', `Timeout ${wire.timeoutMs}ms exceeded.`);
  if (call.error !== undefined) {
    const detail = lineOf(call.error);
    if (!call.connected) return new Unanswered('unreachable', detail);
    if (!mayHaveCrossed) return new Unanswered('reset', detail);
    return new Unanswered('aborted', `${detail}, on a connection that was used before`);
  }
  // Without a socket, Node tells nothing: the first line of Playwright's words is that of what it called.
  const [line = ''] = thrown.message.replace(/^apiRequestContext\.\w+: /, '').split('\n');
  return proxy === undefined || call.connected
    ? new Unanswered('aborted', line)
    : new Unanswered('unreachable', `no way through the proxy (${line})`);
}

/** The code and the words of an error of Node in one line; of several attempts to connect, those of the first. */
function lineOf(error: NodeJS.ErrnoException): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const { code, message } = first as NodeJS.ErrnoException;
  const [line = ''] = (code === undefined || message.includes(code) ? message : `${code} ${message}`).split(
    '\n',
  );
  return line;
}
