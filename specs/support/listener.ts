import { createServer } from 'node:http';
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
  /** What has arrived once `count` notifications are in, or when the patience, in milliseconds, is over. */
  arrivals(count: number, patience: number): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

/** Longest notification that is kept, in bytes. */
const longest = 65_536;

/** Opens a listener; on loopback with a free port unless the target names an address to listen on. */
export async function openListener(host = '127.0.0.1', port = 0, publicUrl?: string): Promise<Listener> {
  const arrived: Arrival[] = [];
  let wake = () => {};
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body = (body + text).slice(0, longest);
    });
    request.on('end', () => {
      arrived.push({
        method: request.method ?? '',
        contentType: request.headers['content-type'] ?? '',
        body,
      });
      response.writeHead(200, { 'content-type': 'text/plain' }).end('OK');
      wake();
    });
  });
  await new Promise<void>((opened, failed) => {
    server.once('error', failed);
    server.listen(port, host, opened);
  });
  const own = `http://${host}:${(server.address() as AddressInfo).port}/notify`;
  return {
    url: publicUrl ?? own,
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
