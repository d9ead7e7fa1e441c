import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Listeners on TCP and UDP and behind a file, and what reached them. */
export interface Listening {
  /** `connected` for each connection, its first words, `udp` and a length for a packet. */
  readonly heard: string[];
  readonly tcp: number;
  readonly udp: number;
  /** A file that tells whether somebody reads it. */
  readonly file: string;
  /** Tells whether somebody waits for the file at this moment. */
  isRead(): boolean;
  /** Gives a page, at its own address, to whoever asks; that is not counted as heard. */
  show(page: string): string;
  close(): void;
}

const nothingHere = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

async function portOf(server: Server): Promise<number> {
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Listens on free ports of all addresses of this machine. */
export async function listen(): Promise<Listening> {
  const heard: string[] = [];
  let shown = '';
  // A browser that only connects in advance says nothing.
  const server = createServer((socket) => {
    heard.push('connected');
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      heard.push(bytes.toString('latin1', 0, 100));
      socket.end(nothingHere);
    });
  });
  const pages = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      const text = bytes.toString('latin1', 0, 100);
      if (!text.startsWith('GET /page ')) {
        heard.push(text);
        socket.end(nothingHere);
        return;
      }
      const head = `content-type: text/html\r\ncontent-length: ${Buffer.byteLength(shown)}\r\nconnection: close`;
      socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${shown}`);
    });
  });
  const [tcp, pagePort] = [await portOf(server), await portOf(pages)];
  const socket = createSocket('udp4');
  socket.on('message', (bytes) => heard.push(`udp ${bytes.length}`));
  socket.bind(0, '0.0.0.0');
  await once(socket, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'conformance-listening-'));
  const file = join(folder, 'pipe');
  spawnSync('mkfifo', [file]);
  return {
    heard,
    tcp,
    udp: socket.address().port,
    file,
    isRead() {
      try {
        // Nobody can write to a pipe without a reader and not wait.
        closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK));
        return true;
      } catch {
        return false;
      }
    },
    show(page) {
      shown = page;
      return `http://127.0.0.1:${pagePort}/page`;
    },
    close() {
      server.close();
      pages.close();
      socket.close();
      rmSync(folder, { recursive: true });
    },
  };
}
