import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A notification as it arrived. */
export interface Arrival {
  readonly method: string;
  readonly contentType: string;
  readonly body: string;
}

/** Listens where result notifications are sent to (6.1). */
export interface Listener {
  /** Address to put into notify_url. */
  readonly url: string;
  /** Whether that is the address at which it listens, and nothing that leads there. */
  readonly isDirect: boolean;
  /** What has arrived so far. */
  readonly arrived: readonly Arrival[];
  /** What has arrived once `count` notifications are in, or when the patience, in milliseconds, is over. */
  arrivals(count: number, patience: number): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

/** Where a listener listens, and what it takes for a notification. */
export interface ListenerPlace {
  /** Loopback unless given. */
  readonly host?: string | undefined;
  /** A free one unless given. */
  readonly port?: number | undefined;
  /** The address as the service reaches it, where that is another one: its path is taken as it is. */
  readonly publicUrl?: string | undefined;
  /** A word of the run, which the path must hold: what else comes to the port is not about a payment of ours. */
  readonly word: string;
}

/** Most notifications that are kept, and the longest one, in bytes. */
const most = 100;
const longest = 65_536;

/** Opens a listener; what a page of a browser sends, what names another path, and what comes beyond a hundred is not kept. */
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
  // As many as are kept may be under way at a time.
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
