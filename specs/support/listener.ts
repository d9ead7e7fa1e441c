import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A notification as it arrived. */
export interface Arrival {
  readonly method: string;
  readonly contentType: string;
  readonly body: string;
}

/** Receives result notifications (6.1). */
export interface Listener {
  /** The address for `notify_url`. */
  readonly url: string;
  /** True if the listener itself is at that address, and no forwarder. */
  readonly isDirect: boolean;
  /** The notifications so far. */
  readonly arrived: readonly Arrival[];
  /** The notifications when `count` have arrived, or after `patience` milliseconds. */
  arrivals(count: number, patience: number): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

/** Where a listener listens, and what counts as a notification. */
export interface ListenerPlace {
  /** Loopback by default. */
  readonly host?: string | undefined;
  /** A free port by default. */
  readonly port?: number | undefined;
  /** The public address, if the service reaches the listener by another one; any path is accepted then. */
  readonly publicUrl?: string | undefined;
  /** The id of the run, which the path must hold: other requests to the port are not about our payments. */
  readonly word: string;
}

/** Most notifications that are kept, and the longest body that is kept, in characters. */
const most = 100;
const longest = 65_536;

/** Opens a listener; drops requests from a web page, to another path, or beyond the first hundred. */
export async function openListener({
  host = '127.0.0.1',
  port = 0,
  publicUrl,
  word,
}: ListenerPlace): Promise<Listener> {
  const arrived: Arrival[] = [];
  let wake = () => {};
  const path = `/notify/${word}`;
  const isOurs = ({ url = '', headers }: IncomingMessage) =>
    headers.origin === undefined && (publicUrl !== undefined || url.split('?')[0] === path);
  const server = createServer((request, response) => {
    let body = '';
    const isKept = isOurs(request) && arrived.length < most;
    request.setEncoding('utf8').on('data', (text: string) => {
      if (isKept && body.length < longest) body = (body + text).slice(0, longest);
    });
    request.on('end', () => {
      response.writeHead(isOurs(request) ? 200 : 404, { 'content-type': 'text/plain' }).end('OK');
      if (!isKept || arrived.length >= most) return;
      arrived.push({
        method: request.method ?? '',
        contentType: request.headers['content-type'] ?? '',
        body,
      });
      wake();
    });
  });
  // As many connections as notifications that are kept.
  server.maxConnections = most;
  await new Promise<void>((opened, failed) => {
    server.once('error', failed);
    server.listen(port, host, opened);
  });
  const { port: own } = server.address() as AddressInfo;
  const url = publicUrl ?? `http://${host}:${own}${path}`;
  return {
    url,
    isDirect: new URL(url).port === String(own),
    arrived,
    async arrivals(count, patience) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((enough) => {
        timer = setTimeout(enough, patience);
        wake = () => {
          if (arrived.length >= count) enough();
        };
        wake();
      });
      clearTimeout(timer);
      return arrived;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
