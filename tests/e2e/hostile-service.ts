import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
const entries = Array.from({ length: 60_000 }, (_, at) => ({
  order_no: `o-${at}`,
  card: '4929837465108270',
}));
const big = JSON.stringify({ return_status: '1', refund_orders: entries, more: 'x'.repeat(2_000_000) });

type Way = (request: IncomingMessage, response: ServerResponse) => void;

const typed =
  (type: string, body: string | Uint8Array): Way =>
  (_, response) => {
    response.setHeader('content-type', type).end(body);
  };

/** The ways in which a service can be hostile, by name. */
export const hostileWays: Readonly<Record<string, Way>> = {
  garbage: (_, response) => response.end('\u0000\u0001\ufffdnot a document <<<'),
  reset: (request) => request.socket.destroy(),
  silence: () => {},
  'five megabytes': typed('application/json', big),
  'deep nesting': typed('application/json', deep),
  'UTF-16': typed('application/json; charset=utf-16', Buffer.from('{"return_status":"1"}', 'utf16le')),
  'unknown charset': typed('text/xml; charset=odd-9', Buffer.from([0xff, 0xfe, 0x3c, 0, 0xd8, 0xd8])),
  'false gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end('no gzip'),
  'half an answer': (_, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"ret');
    setImmediate(() => response.destroy());
  },
  'a redirection': (_, response) => response.writeHead(302, { location: 'http://elsewhere.invalid/' }).end(),
  'no HTTP': (request) => request.socket.end('HTTP/1.1 abc\r\n\r\n'),
  entities: typed('text/xml', '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;&b;">]><respon>&d;</respon>'),
};

/** Starts a service that answers every request in the next hostile way. */
export async function startHostile(): Promise<{ url: string; asked(): number; close(): void }> {
  const ways = Object.values(hostileWays);
  let asked = 0;
  const server = createServer((request, response) => {
    response.on('error', () => {});
    request.on('error', () => {});
    request.resume().on('end', () => {
      ways[asked % ways.length]?.(request, response);
      asked += 1;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
