import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The idle connections to a service; none is kept once the service ended one. */
export interface IdleConnections {
  /** Each with the time since when it is idle, and what ends the watch over it. */
  readonly idle: Map<Socket, { readonly since: number; forget(): void }>;
  areKept: boolean;
}

/** What Node tells of one call that Playwright sends, which its answers and errors do not say. */
export interface WatchedCall {
  /** Most bytes that are read of the answer as it comes. */
  readonly readBytes: number;
  readonly connections: IdleConnections;
  /** When it was sent, once what sends it was loaded and open. */
  started: number;
  /** A connection to the service was made, over TLS if the address says so. Without one, nothing was sent. */
  connected: boolean;
  /** The connection had carried a call before. */
  reused: boolean;
  /** How long it had been idle, in milliseconds. */
  restedMs: number;
  answered: boolean;
  /** The service said that it ends the connection behind its answer. */
  last: boolean;
  tooLarge: boolean;
  /** The first error of the request, its connection or its answer. */
  error?: NodeJS.ErrnoException;
}

/** Longest wait for a connection, and the time after which an idle one is closed, in milliseconds. */
const patience = { connectMs: 10_000, idleMs: 1_000 } as const;

// A chunk of one byte takes as much memory as one of 256.
const leastCost = 256;

const calls = new AsyncLocalStorage<WatchedCall>();

// Node publishes each request of this process when it has a socket, in the context of the one who sends it.
subscribe('http.client.request.start', (message) => {
  const call = calls.getStore();
  if (call !== undefined) watch(call, (message as { readonly request: ClientRequest }).request);
});

/** Sends one call, and notes in `call` what becomes of it. */
export function watched<Result>(call: WatchedCall, send: () => Promise<Result>): Promise<Result> {
  call.started = performance.now();
  return calls.run(call, send);
}

function watch(call: WatchedCall, request: ClientRequest): void {
  const note = (error: Error) => {
    call.error ??= error;
  };
  const { socket } = request;
  if (socket === null) return;
  call.reused = request.reusedSocket;
  const rest = call.connections.idle.get(socket);
  call.restedMs = rest === undefined ? 0 : performance.now() - rest.since;
  rest?.forget();
  watchConnection(call, request, socket);
  socket.once('error', note);
  request.once('error', note);
  request.prependListener('response', (answer) => watchAnswer(call, answer.once('error', note)));
  // An unrequested tunnel or protocol switch ends without an error.
  for (const event of ['upgrade', 'connect'] as const)
    request.once(event, (answer: IncomingMessage, switched: Socket) => {
      switched.destroy();
      request.emit('error', new Error(`${answer.statusCode} is not a status of an answer`));
    });
  request.once('close', () => {
    socket.off('error', note);
    if (!call.last) layToRest(socket, call.connections);
  });
}

function watchConnection(call: WatchedCall, request: ClientRequest, socket: Socket): void {
  // A tunnel may be secure for a service that is not: through a proxy over HTTPS.
  const isSecure = request.protocol === 'https:';
  // A tunnel is open before it is used. What a proxy answers instead of opening one comes over no connection.
  call.connected = call.reused || (!isSecure && !socket.connecting && socket.remoteAddress !== undefined);
  if (call.connected) return;
  const late = setTimeout(() => request.destroy(new Error('ETIMEDOUT')), patience.connectMs);
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    call.connected = true;
    clearTimeout(late);
  });
  request.once('close', () => clearTimeout(late));
}

function watchAnswer(call: WatchedCall, answer: IncomingMessage): void {
  call.answered = true;
  call.last = /\bclose\b/i.test(answer.headers.connection ?? '');
  // Playwright reads these here, and all headers elsewhere: so it keeps no cookie, and unpacks nothing without bound.
  delete answer.headers['set-cookie'];
  delete answer.headers['content-encoding'];
  let read = 0;
  answer.on('data', (chunk: Uint8Array) => {
    read += Math.max(chunk.length, leastCost);
    call.tooLarge ||= read > call.readBytes;
    if (call.tooLarge) answer.destroy(new Error('too large'));
  });
}

// Unrequested data is no answer to the next request (RFC 9112, 9.2).
const ends = ['end', 'data', 'error'] as const;

/**
 * Keeps an idle connection for the next call. A service may end it without notice (RFC 9112, 9.5), most after some
 * seconds: the suite does so before. After one that ended so, none is kept.
 */
function layToRest(socket: Socket, connections: IdleConnections): void {
  if (!connections.areKept) socket.destroy();
  if (socket.destroyed) return;
  const ended = () => keepNone(connections);
  const forget = () => {
    for (const event of ends) socket.off(event, ended);
    socket.off('close', forget).setTimeout(0);
    connections.idle.delete(socket);
  };
  for (const event of ends) socket.once(event, ended);
  socket.once('close', forget);
  // The agent of Node destroys it then.
  socket.setTimeout(patience.idleMs);
  connections.idle.set(socket, { since: performance.now(), forget });
}

/** Closes the idle connections, and from now on each connection after its answer. */
export function keepNone(connections: IdleConnections): void {
  connections.areKept = false;
  for (const socket of connections.idle.keys()) socket.destroy();
}
