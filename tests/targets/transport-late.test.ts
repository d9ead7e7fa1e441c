import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { describe, expect, test } from 'vitest';
import { listenRaw, openUntilEnd, wire } from './transports.ts';

describe('the transport', () => {
  test('sends nothing over a connection that comes about after its time', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      algorithm: 'sha256',
    });
    let requests = 0;
    const secure = createTlsServer({ key, cert }, (_incoming, outgoing) => {
      requests += 1;
      outgoing.end();
    });
    const waiting: Socket[] = [];
    const server = createServer((socket) => void waiting.push(socket.on('error', () => {})));
    const port = await listenRaw(server);
    const send = openUntilEnd({ tls: { verify: false } });
    const late = await send(wire(`https://127.0.0.1:${port}/`, { timeoutMs: 150 }));
    expect(late).toMatchObject({ kind: 'none', reason: 'timeout' });
    // Only now the service speaks TLS.
    for (const socket of waiting) {
      const closed = once(socket, 'close');
      secure.emit('connection', socket);
      await closed;
    }
    expect([waiting.length, requests]).toEqual([1, 0]);
  });

  test('takes a packed answer whose last chunk is missing for a connection that died', async () => {
    const packed = gzipSync('{"return_status":"1"}');
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n';
    const server = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          socket.write(`${head}${packed.length.toString(16)}\r\n`);
          socket.end(packed);
        });
    });
    const send = openUntilEnd();
    const answer = await send(wire(`http://127.0.0.1:${await listenRaw(server)}/`));
    expect(answer).toMatchObject({ kind: 'none', reason: 'reset' });
  });
});
