import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { HostileEnd } from '../proven/hostile.ts';

/** A hostile service on loopback. */
export interface StartedWire {
  readonly baseUrl: string;
  /** The request line of each request, in order; what came to an address that it only points at begins with `elsewhere`. */
  readonly heard: readonly string[];
  stop(): Promise<void>;
}

/** One way to be hostile on the wire. */
export interface WireService {
  /** What it does, in one sentence. */
  readonly does: string;
  /** How a run against it must end. */
  readonly end: HostileEnd;
  /** Says nothing for longer than a run waits. */
  readonly silent?: true;
  /** Starts it on a port, a free one when absent or 0. */
  readonly start: StartsWire;
}

/** Starts a service on a port of loopback, a free one when absent or 0. */
export type StartsWire = (port?: number) => Promise<StartedWire>;

async function listen(server: Server, heard: readonly string[], port = 0): Promise<StartedWire> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** A service that answers each request, read to its end, through Node's own server. */
export const startHttp =
  (answer: RequestListener): StartsWire =>
  (port) => {
    const heard: string[] = [];
    const server = createHttpServer((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      response.on('error', () => {});
      request.resume().on('end', () => answer(request, response));
    });
    return listen(server, heard, port);
  };

/** A service that writes what it likes as soon as a request begins. */
export const startRaw =
  (answer: (socket: Socket) => void): StartsWire =>
  (port) => {
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket.once('data', (bytes) => {
        heard.push(bytes.toString('latin1').split(' HTTP/')[0] ?? '');
        answer(socket);
      });
    });
    return listen(server, heard, port);
  };

/** Writes the same again and again for as long as a client reads. */
export function pour(
  stream: NodeJS.WritableStream & { readonly destroyed?: boolean },
  chunk: () => Buffer,
): void {
  const more = () => {
    while (stream.destroyed !== true && stream.write(chunk()));
  };
  stream.on('drain', more);
  more();
}
