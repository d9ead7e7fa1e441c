import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { OpenTransport, WireRequest } from '../transport.ts';
import { type SharedOptions, sharedOptions } from './certificates.ts';
import { elapsedSince, failureOf, tooLarge } from './failure.ts';
import { BodyTooLarge, type ReadBody, readBody } from './read-body.ts';
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

/** Opens the transport to a target: one connection after the other, or again and again the same where the service keeps it open. */
export function openTransport(route: Route, watching?: Watching): OpenTransport {
  const connections = openConnections(route, watching);
  return {
    async send({ method, url, headers, body, held, ...bounds }) {
      let started = performance.now();
      const bytes = held && Buffer.from(body);
      const ready = async () => {
        await held?.ready();
        started = performance.now();
      };
      try {
        const { origin, pathname, search } = new URL(url);
        const request: Dispatcher.RequestOptions = {
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
        const { blanks, ...answered } = await connections.over((dispatcher) =>
          inTime(bounds.timeoutMs, (signal) => receive(dispatcher, { ...request, signal }, bounds)),
        );
        return {
          kind: 'answer',
          ...answered,
          ...(blanks > 0 ? { blanks } : {}),
          durationMs: elapsedSince(started),
        };
      } catch (error) {
        if (error instanceof BodyTooLarge) return tooLarge(bounds.maxBytes, started);
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

/** Sends a request once and reads its whole answer; rejects with what the connection died of, and with `BodyTooLarge`. */
async function receive(
  dispatcher: Dispatcher,
  request: Dispatcher.RequestOptions,
  { maxBytes, readBytes }: Pick<WireRequest, 'maxBytes' | 'readBytes'>,
): Promise<Received> {
  const { statusCode: status, headers: answered, body } = await dispatcher.request(request);
  // One text for a name, whatever the number of its lines.
  const headers = Object.fromEntries(
    Object.entries(answered).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : (value ?? ''),
    ]),
  );
  return { status, headers, ...(await readBody(body, headers['content-encoding'], maxBytes, readBytes)) };
}

/** Gives up what takes longer than so many milliseconds, also while no connection came about. */
async function inTime<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`Timeout ${milliseconds}ms exceeded.`);
      reject(error);
      over.abort(error);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(over.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
