import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Listeners on TCP and UDP, and what reached them. */
export interface Listening {
  /** First words of what came, `udp` and a length for a packet. */
  readonly heard: string[];
  readonly tcp: number;
  readonly udp: number;
  /** Gives a page to whoever asks for `/page`, which is not counted as heard. */
  show(page: string): string;
  close(): void;
}

/** Listens on free ports of all addresses of this machine. */
export async function listen(): Promise<Listening> {
  const heard: string[] = [];
  let shown = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      const text = bytes.toString('latin1', 0, 100);
      if (!/^GET \/page /.test(text)) {
        heard.push(text);
        socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
        return;
      }
      const head = `content-type: text/html\r\ncontent-length: ${Buffer.byteLength(shown)}\r\nconnection: close`;
      socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${shown}`);
    });
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const socket = createSocket('udp4');
  socket.on('message', (bytes) => heard.push(`udp ${bytes.length}`));
  socket.bind(0, '0.0.0.0');
  await once(socket, 'listening');
  const tcp = (server.address() as AddressInfo).port;
  return {
    heard,
    tcp,
    udp: socket.address().port,
    show(page) {
      shown = page;
      return `http://127.0.0.1:${tcp}/page`;
    },
    close() {
      server.close();
      socket.close();
    },
  };
}
