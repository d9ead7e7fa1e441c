import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';
import type { OpenTransport } from '../transport.ts';
import { type SharedOptions, sharedOptions } from './certificates.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';
import { BodyTooLarge, isPacked, type ReadBody, readBody, startKeeping } from './read-body.ts';
import { openTunnel, placeOf, proxyTo, type Route } from './route.ts';

// RFC 9110, 15.2: whoever asked for nothing of the kind reads past such an answer. 101 changes the protocol and is left alone.
const informational = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const first = 'HTTP/1.1 1';
const headLength = 13;
// As long as the head of an answer may be.
const longest = 65_536;
const nothing = Buffer.alloc(0);

function mayBegin(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, headLength);
  return head.length < headLength ? first.startsWith(head.slice(0, first.length)) : informational.test(head);
}

/** What follows the informational answers that some bytes begin with, and whether the last of them is still to end. */
function behind(bytes: Buffer): { rest: Buffer; open: boolean } {
  let rest = bytes;
  while (rest.length > 0 && mayBegin(rest)) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return { rest, open: rest.length < longest };
    rest = rest.subarray(end + 4);
  }
  return { rest, open: rest.length === 0 };
}

/** Reads past informational answers before each answer of a connection, which undici takes for a breach of the protocol. */
function readingPast<Connection extends Socket>(socket: Connection): Connection {
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)];
  let begins = false;
  let held: Buffer = nothing;
  socket.write = ((...sent: Parameters<typeof write>) => {
    begins = true;
    return write(...sent);
  }) as typeof write;
  socket.read = (size) => {
    const chunk: Buffer | null = read(size);
    if (!begins || chunk === null) return chunk;
    const { rest, open } = behind(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
    begins = open;
    held = open ? rest : nothing;
    return open ? null : rest;
  };
  return socket;
}

/** Connects as undici does, through the proxy of the route; the connections read past informational answers that nobody asked for. */
function connectPastInformational(
  options: buildConnector.BuildOptions,
  route: Route,
): buildConnector.connector {
  const connect = buildConnector(options);
  const direct: buildConnector.connector = (parts, callback) =>
    connect(parts, (...[error, socket]) => {
      if (error === null) callback(null, readingPast(socket));
      else callback(error, null);
    });
  return (parts, callback) => {
    const { protocol, hostname, port } = parts;
    const place = placeOf(`${protocol}//${hostname}${port === '' ? '' : `:${port}`}`);
    const proxy = proxyTo(place.host, route);
    if (proxy === undefined) return direct(parts, callback);
    openTunnel(proxy, place, route).then(
      (socket) =>
        place.isSecure
          ? direct({ ...parts, httpSocket: socket }, callback)
          : callback(null, readingPast(socket)),
      (error: Error) => callback(error, null),
    );
  };
}

/** The connections of a client, which are used again only where the service keeps them open. */
interface Connections {
  /** Sends a request by the connection that is to carry it. */
  over<Result>(send: (dispatcher: Dispatcher) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** What a client goes by: its clock, and for how long it watches whether its first connection stays open, in milliseconds. */
interface Watching {
  readonly now?: () => number;
  readonly watchMs?: number;
}

// Far shorter than services keep an idle connection, whatever they announce: on a busy machine seconds pass between the moment
// when a service closes one and the moment when its client notices, and the request in between would be lost.
const idleMs = 200;
// A process that was not running for so long may not have met its own timers yet.
const stalledMs = 2000;
// A service that ends each connection once it has answered does so at once.
const usualWatchMs = 500;

function openAgent(options: SharedOptions, route: Route, isKept: boolean): Agent {
  return new Agent({
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // None that follow: each request says that its connection is to be closed.
    ...(isKept ? {} : { pipelining: 0 }),
    connect: connectPastInformational(options, route),
  });
}

/** Tells that the other side ended a connection; what this side ends is told by other codes. */
function isEndedThere(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code);
}

/**
 * Opens the connections to a target. HTTP lets a service end an idle connection without a word (RFC 9112, 9.5), and a request
 * that crosses such an end is lost and looks like one that the service broke. So the first connection is watched once it has
 * carried an answer, while each other request gets one of its own; only where it stays open connections are used again, until
 * the service ends an idle one.
 */
function openConnections(
  route: Route,
  { now = () => performance.now(), watchMs = usualWatchMs }: Watching = {},
): Connections {
  const opened = new Set<Agent>();
  // Making the usual authorities into one takes some milliseconds, and agents may be many.
  const options = sharedOptions(route.tls);
  const open = (isKept: boolean) => {
    const agent = openAgent(options, route, isKept);
    opened.add(agent);
    return agent;
  };
  let service: 'unknown' | 'watched' | 'keeps' | 'ends' = 'unknown';
  // A connection that ends under a request ends by that request.
  const endedUnderWay = new WeakSet<object>();
  const openKept = () =>
    open(true).on('disconnect', (_origin, _targets, error) => {
      if (!isEndedThere(error)) return;
      setImmediate(() => {
        if (!endedUnderWay.has(error)) service = 'ends';
      });
    });
  const single = open(false);
  let kept = openKept();
  const renew = () => {
    // What is under way on its connections ends there.
    const left = kept;
    const forget = () => opened.delete(left);
    left.close().then(forget, forget);
    kept = openKept();
  };
  const watch = async () => {
    await new Promise((resolve) => setTimeout(resolve, watchMs).unref());
    // What came in the meantime is read first, and told a turn later.
    await nextTurn();
    await nextTurn();
    if (service === 'watched') service = 'keeps';
  };
  let usedAt = now();
  const chosen = async (): Promise<Agent> => {
    if (service === 'unknown') {
      service = 'watched';
      return kept;
    }
    if (service !== 'keeps') return single;
    // An end that has come already is read before the next request is written.
    await nextTurn();
    if (now() - usedAt > stalledMs) renew();
    return kept;
  };
  return {
    async over(send) {
      const isFirst = service === 'unknown';
      const agent = await chosen();
      usedAt = now();
      try {
        const result = await send(agent);
        if (isFirst) void watch();
        return result;
      } catch (error) {
        if (error instanceof Error) endedUnderWay.add(error);
        if (isFirst) service = 'unknown';
        throw error;
      } finally {
        usedAt = now();
      }
    },
    async close() {
      await Promise.all([...opened].map((agent) => agent.destroy()));
    },
  };
}

/** A body of which the last byte follows when it may; what is said to the connection before it is written at once. */
async function* heldBack(bytes: Buffer, ready: () => Promise<void>): AsyncGenerator<Buffer> {
  if (bytes.length > 1) yield bytes.subarray(0, -1);
  await ready();
  if (bytes.length > 0) yield bytes.subarray(-1);
}

/** Opens the transport for generated bulk: a plain client without the runner's record of every request. */
export function openBulk(route: Route, watching?: Watching): OpenTransport {
  const connections = openConnections(route, watching);
  return {
    async send({ method, url, headers, body, timeoutMs, maxBytes, readBytes, held }) {
      let started = performance.now();
      const bytes = held && Buffer.from(body);
      const ready = async () => {
        await held?.ready();
        started = performance.now();
      };
      try {
        const { origin, pathname, search } = new URL(url);
        const options: Dispatcher.DispatchOptions = {
          origin,
          path: pathname + search,
          method: method as Dispatcher.HttpMethod,
          headers: {
            'accept-encoding': 'gzip,deflate,br',
            ...headers,
            ...(bytes && { 'content-length': String(bytes.length) }),
          },
          // Its types leave out the async iterables that undici takes.
          body: bytes === undefined ? body : (heldBack(bytes, ready) as unknown as Readable),
          headersTimeout: 0,
          bodyTimeout: 0,
        };
        const answered = await connections.over((dispatcher) =>
          receive(dispatcher, options, { timeoutMs, maxBytes, readBytes }),
        );
        return {
          kind: 'answer',
          status: answered.status,
          headers: answered.headers,
          body: answered.body,
          ...(answered.blanks > 0 ? { blanks: answered.blanks } : {}),
          durationMs: elapsedSince(started),
        };
      } catch (error) {
        if (error instanceof BodyTooLarge) return tooLarge(maxBytes, started);
        return { kind: 'none', ...failureOf(error), durationMs: elapsedSince(started) };
      }
    },
    close: connections.close,
  };
}

/** What came back of a request: its status, one text for each name of its headers, and its body as it is kept. */
interface Received extends ReadBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** How much of an answer is kept and read, and how long it is waited for. */
interface Bounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly readBytes?: number | undefined;
}

/** Takes the parts of one answer as they come. */
interface Reading {
  take(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

type Controller = Dispatcher.DispatchController;

interface Settling {
  readonly done: (body: ReadBody) => void;
  readonly failed: (error: unknown) => void;
}

// As Playwright's context gives them: one text for a name, whatever the number of its lines.
function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : (value ?? ''),
    ]),
  );
}

function readPlain({ maxBytes, readBytes }: Bounds, { done, failed }: Settling): Reading {
  const keeper = startKeeping(maxBytes, readBytes);
  return { take: keeper.take, end: () => done(keeper.end()), fail: failed };
}

// What unpacks goes at its own pace, so the connection waits for it.
function readPacked(
  encoding: string,
  { maxBytes, readBytes }: Bounds,
  controller: Controller,
  { done, failed }: Settling,
): Reading {
  const source = new Readable({
    read: () => controller.resume(),
    destroy(error, callback) {
      if (!source.readableEnded) controller.abort(error ?? new errors.RequestAbortedError());
      callback(error);
    },
  });
  // Whoever reads it is told; nobody else is.
  source.on('error', () => {});
  readBody(source, encoding, maxBytes, readBytes).then(done, failed);
  return {
    take(chunk) {
      if (!source.push(chunk)) controller.pause();
    },
    end: () => void source.push(null),
    fail: (error) => void source.destroy(error),
  };
}

/**
 * Sends a request once and reads its whole answer, without the stream and the signal that `request` of undici makes for
 * each. Rejects with what the connection died of, with `BodyTooLarge`, and with an error that says so when the time is over.
 */
function receive(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  bounds: Bounds,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let controller: Controller | undefined;
    let reading: Reading | undefined;
    let over: unknown;
    let status = 0;
    let headers: Received['headers'] = {};
    const timer = setTimeout(
      () => giveUp(new Error(`Timeout ${bounds.timeoutMs}ms exceeded.`)),
      bounds.timeoutMs,
    );
    const settling: Settling = {
      done({ body, blanks }) {
        clearTimeout(timer);
        resolve({ status, headers, body, blanks });
      },
      failed(error) {
        over ??= error;
        clearTimeout(timer);
        reject(error);
      },
    };
    const giveUp = (error: Error) => {
      settling.failed(error);
      controller?.abort(error);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // Given up while no connection was free.
        if (over !== undefined) started.abort(over as Error);
      },
      onResponseStart(started, code, answered) {
        // An answer that is still to come says so.
        if (code < 200) return;
        status = code;
        headers = plainHeaders(answered);
        const encoding = headers['content-encoding'];
        reading =
          encoding !== undefined && isPacked(encoding)
            ? readPacked(encoding, bounds, started, settling)
            : readPlain(bounds, settling);
      },
      onResponseData(_started, chunk) {
        try {
          reading?.take(chunk);
        } catch (error) {
          giveUp(error as Error);
        }
      },
      onResponseEnd: () => reading?.end(),
      onResponseError(_started, error) {
        if (reading === undefined) settling.failed(error);
        else reading.fail(error);
      },
    };
    try {
      if (options.method === 'CONNECT') throw new errors.InvalidArgumentError('invalid method');
      dispatcher.dispatch(options, handler);
    } catch (error) {
      settling.failed(error);
    }
  });
}
