import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived; of a notification until something shows which payment it is about. */
export interface Arrival {
  /** Path and query, as they were asked for. */
  readonly address: string;
  readonly method: string;
  readonly contentType: string;
  readonly body: string;
}

/** Receives result notifications (6.1). */
export interface Listener {
  /** The address that all payments share; each adds a word of its own. */
  readonly url: string;
  /** True if the listener itself is at that address, and no forwarder that may change path and query. */
  readonly isDirect: boolean;
  /** What arrived so far. */
  readonly arrived: readonly Arrival[];
  /** The number of further requests that were not kept. */
  readonly dropped: number;
  /** Resolves when something holds, which is asked at each arrival, or after `patience` milliseconds. */
  until(holds: () => boolean, patience: number): Promise<void>;
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

/** Most requests that are kept, most connections at a time, and the longest body that is kept, in characters. */
const most = { kept: 5_000, connections: 100 } as const;
const longest = 16_384;

/** Opens a listener; drops requests from a web page, to another path, or beyond the first five thousand. */
export async function openListener({
  host = '127.0.0.1',
  port = 0,
  publicUrl,
  word,
}: ListenerPlace): Promise<Listener> {
  const arrived: Arrival[] = [];
  let dropped = 0;
  const watchers = new Set<() => void>();
  const path = `/notify/${word}`;
  const isOurs = ({ url = '', headers }: IncomingMessage) =>
    headers.origin === undefined && (publicUrl !== undefined || url.split('?')[0] === path);
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      if (body.length < longest) body = (body + text).slice(0, longest);
    });
    request.on('end', () => {
      const isKept = isOurs(request);
      response.writeHead(isKept ? 200 : 404, { 'content-type': 'text/plain' }).end('OK');
      if (!isKept) return;
      if (arrived.length >= most.kept) dropped += 1;
      else
        arrived.push({
          address: request.url ?? '',
          method: request.method ?? '',
          contentType: request.headers['content-type'] ?? '',
          body,
        });
      for (const look of watchers) look();
    });
  });
  server.maxConnections = most.connections;
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
    get dropped() {
      return dropped;
    },
    async until(holds, patience) {
      let look = () => {};
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((enough) => {
        timer = setTimeout(enough, patience);
        look = () => {
          if (holds()) enough();
        };
        watchers.add(look);
        look();
      });
      watchers.delete(look);
      clearTimeout(timer);
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
