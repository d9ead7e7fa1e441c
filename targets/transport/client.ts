import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Answer, NoAnswer } from '../../schemas/types.ts';
import type { Target } from '../target.ts';
import { Connections, type ConnectOptions, type IdleTimes } from './connections.ts';
import { BodyTooLarge, type ReadBody, readBody } from './read-body.ts';
import { isConnectError, type Route, secureOptions } from './route.ts';

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
  /** Holds back the last byte until `ready` resolves; gives the request up if it rejects. */
  readonly held?: { ready(): Promise<void> };
}

/** Sends one request once: follows no redirect, never repeats, and never throws because of the service. */
export type Transport = (request: WireRequest) => Promise<Answer | NoAnswer>;

/** A transport with its own connections. */
export interface OpenTransport {
  readonly send: Transport;
  /** Ends the connections; requests under way end as `aborted`. */
  close(): Promise<void>;
}

/** Opens the transport to a target; reuses connections if the service, as the embedded endpoint, keeps them open. */
export function openTransport(
  target: Route & Partial<Pick<Target, 'environment' | 'acquirer'>>,
  patience?: Partial<IdleTimes>,
): OpenTransport {
  // Acquirers are treated like any service.
  const isKept = target.environment === 'embedded' && target.acquirer === undefined;
  const agent = new Connections(target, isKept, patience);
  // Reports unusable certificates before the first request.
  secureOptions(target.tls);
  const closing = new AbortController();
  return {
    async send(wire) {
      const exchange: Exchange = { started: performance.now(), over: new AbortController() };
      const end = (why: string) => exchange.over.abort(new Error(why));
      const close = () => end('The client is destroyed');
      const durationMs = () => Math.round((performance.now() - exchange.started) * 10) / 10;
      const timer = setTimeout(end, wire.timeoutMs, `Timeout ${wire.timeoutMs}ms exceeded.`);
      closing.signal.addEventListener('abort', close);
      try {
        if (closing.signal.aborted) close();
        const { blanks, ...answered } = await receive(wire, agent, exchange);
        return {
          kind: 'answer',
          ...answered,
          ...(blanks > 0 ? { blanks } : {}),
          durationMs: durationMs(),
        };
      } catch (error) {
        const why =
          error instanceof BodyTooLarge
            ? ({ reason: 'too-large', detail: `more than ${wire.maxBytes} bytes` } as const)
            : failureOf(error as NodeJS.ErrnoException);
        return { kind: 'none', ...why, durationMs: durationMs() };
      } finally {
        clearTimeout(timer);
        closing.signal.removeEventListener('abort', close);
      }
    },
    async close() {
      closing.abort();
      agent.destroy();
    },
  };
}

/** One exchange under way. */
interface Exchange {
  /** Time of sending; of the last byte if that was held back. */
  started: number;
  readonly over: AbortController;
}

/** An answer: its status, one text for each header name, and its body as kept. */
interface Received extends ReadBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of some work; rejects when the signal aborts first. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });
}

/** Sends a request once and reads the answer; rejects with the connection's error, the abort or `BodyTooLarge`. */
async function receive(wire: WireRequest, agent: Connections, exchange: Exchange): Promise<Received> {
  const { signal } = exchange.over;
  // The first turn may have been waited for; in the next, Node reads that the service closed idle connections.
  await nextTurn();
  await nextTurn();
  signal.throwIfAborted();
  const answer = await orAborted(sendRequest(wire, agent, exchange), signal);
  const headers = headersOf(answer);
  const body = readBody(answer, headers['content-encoding'], wire.maxBytes, wire.readBytes);
  return { status: answer.statusCode ?? 0, headers, ...(await orAborted(body, signal)) };
}

/** Sends a request and waits for the head of its answer, skipping informational ones. */
function sendRequest(wire: WireRequest, agent: Connections, exchange: Exchange): Promise<IncomingMessage> {
  const { method, url, headers, body, held } = wire;
  const { host, hostname, port, pathname, search } = new URL(url);
  const bytes = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const asked: ConnectOptions = {
      agent,
      url,
      method,
      hostname,
      port,
      path: pathname + search,
      headers: {
        host,
        'accept-encoding': 'gzip,deflate,br',
        ...headers,
        ...(bytes.length > 0 && { 'content-length': bytes.length }),
      },
    };
    const sending = httpRequest(asked);
    exchange.over.signal.addEventListener('abort', () => sending.destroy());
    sending.once('error', reject);
    // An unrequested tunnel or protocol switch ends without an error.
    sending.once('close', () => reject(new Error('socket hang up')));
    sending.once('response', (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= 200) return resolve(answer);
      sending.destroy();
      return reject(new Error(`${statusCode} is not a status of an answer`));
    });
    if (held === undefined) return sending.end(bytes);
    sending.write(bytes.subarray(0, -1));
    return held.ready().then(
      () => {
        exchange.started = performance.now();
        sending.end(bytes.subarray(-1));
      },
      (error: Error) => sending.destroy(error),
    );
  });
}

/** One text for each name, from all its lines, decoded as UTF-8. */
function headersOf({ headersDistinct }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, lines = []]) => [
      name,
      Buffer.from(lines.join(name === 'set-cookie' ? '\n' : ', '), 'latin1').toString('utf8'),
    ]),
  );
}

const failures: readonly (readonly [pattern: RegExp, reason: NoAnswer['reason']])[] = [
  [/^Error: Timeout \d+ms exceeded/, 'timeout'],
  // A server may check the client certificate after the connection is made (TLS 1.3), but before it reads a request.
  [/\balert\b.{0,20}(?:certificate|unknown ca|handshake failure)/i, 'unreachable'],
  [
    /\bE[A-Z]{4,}|SSL|TLS|socket hang up|\baborted\b|Parse Error|decompress|terminated|not a status of an answer/,
    'reset',
  ],
];

/**
 * The reason and one line for an error, without any header that was sent. Only if no connection was made is it certain
 * that nothing reached the service, whatever the error says.
 */
export function failureOf(error: NodeJS.ErrnoException): Pick<NoAnswer, 'reason' | 'detail'> {
  const { name, code, message } = error;
  const known = code === undefined || message.includes(code) ? message : `${code} ${message}`;
  const [first = ''] = `${name}: ${known}`.split('\n');
  const reason = isConnectError(error)
    ? 'unreachable'
    : (failures.find(([pattern]) => pattern.test(first))?.[1] ?? 'aborted');
  return { reason, detail: first.replace(/^\w*Error: /, '').slice(0, 200) };
}
