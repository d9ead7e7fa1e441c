import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
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
export function connectPastInformational(
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
