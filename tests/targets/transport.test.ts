import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { request } from '@playwright/test';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contextOptions, playwrightTransport, type WireRequest } from '../../targets/transport.ts';
import { listen } from './loopback.ts';

async function open() {
  const context = await request.newContext(contextOptions({ tls: { verify: true } }));
  onTestFinished(() => context.dispose());
  return playwrightTransport(context);
}

const wire = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', 'x-secret': 'canary' },
  body: '{"a":"é"}',
  timeoutMs: 5000,
  maxBytes: 1000,
  ...more,
});

describe('playwrightTransport', () => {
  test('sends the exact bytes and reads the exact answer', async () => {
    const seen: { method?: string | undefined; type?: string | undefined; body: string }[] = [];
    const { url } = await listen((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        seen.push({
          method: incoming.method,
          type: incoming.headers['content-type'],
          body: Buffer.concat(chunks).toString(),
        });
        outgoing
          .writeHead(404, { 'X-Mixed-Case': 'Yes', 'content-type': 'text/html' })
          .end(Buffer.from([0xff, 0x00, 0x41]));
      });
    });
    const send = await open();
    const answer = await send(wire(`${url}/a`));
    expect(answer).toMatchObject({
      kind: 'answer',
      status: 404,
      headers: { 'x-mixed-case': 'Yes', 'content-type': 'text/html' },
    });
    expect(answer.kind === 'answer' && [...answer.body]).toEqual([0xff, 0x00, 0x41]);
    await send(wire(url, { body: '{"broken', method: 'PUT' }));
    await send(wire(url, { body: '' }));
    expect(seen).toEqual([
      { method: 'POST', type: 'application/json', body: '{"a":"é"}' },
      { method: 'PUT', type: 'application/json', body: '{"broken' },
      { method: 'POST', type: 'application/json', body: '' },
    ]);
  });
  test('reports a redirect instead of following it', async () => {
    let requests = 0;
    const { url } = await listen((_incoming, outgoing) => {
      requests += 1;
      outgoing.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await (await open())(wire(url))).toMatchObject({ kind: 'answer', status: 302 });
    expect(requests).toBe(1);
  });
  test('reads compressed answers', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'));
    });
    const answer = await (await open())(wire(url));
    expect(answer.kind === 'answer' && Buffer.from(answer.body).toString()).toBe('plain');
  });
  test('keeps no answer that is too large', async () => {
    const { url } = await listen((_incoming, outgoing) => outgoing.end('x'.repeat(1001)));
    expect(await (await open())(wire(url))).toMatchObject({
      kind: 'none',
      reason: 'too-large',
      detail: '1001 bytes, more than 1000',
    });
  });
  test('gives up after its time', async () => {
    const { url } = await listen(() => {});
    const answer = await (await open())(wire(url, { timeoutMs: 100 }));
    expect(answer).toMatchObject({ kind: 'none', reason: 'timeout' });
    expect(answer.durationMs).toBeGreaterThanOrEqual(90);
  });
  test('gives up when an answer stops half-way for too long', async () => {
    const { url } = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' }).write('half');
    });
    expect(await (await open())(wire(url, { timeoutMs: 200 }))).toMatchObject({
      kind: 'none',
      reason: 'timeout',
    });
  });
  test('tells a connection never made from one that died', async () => {
    const { url, server } = await listen((incoming, outgoing) => {
      if (incoming.url === '/half') outgoing.writeHead(200, { 'content-length': '100' }).write('half');
      incoming.socket.destroySoon();
    });
    const send = await open();
    expect(await send(wire(`${url}/at-once`))).toMatchObject({ kind: 'none', reason: 'reset' });
    expect(await send(wire(`${url}/half`))).toMatchObject({ kind: 'none', reason: 'reset' });
    await new Promise((resolve) => server.close(resolve));
    expect(await send(wire(url))).toMatchObject({ kind: 'none', reason: 'unreachable' });
    expect(await send(wire('http://nobody.invalid/'))).toMatchObject({ kind: 'none', reason: 'unreachable' });
  });
  test('takes what is not HTTP for a connection that died', async () => {
    const server = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await (await open())(wire(`http://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'none',
      reason: 'reset',
    });
  });
  test('says in one line what went wrong, without headers', async () => {
    const answer = await (await open())(wire('http://nobody.invalid/'));
    expect(answer.kind === 'none' && answer.detail).toMatch(/^[^\n]{1,200}$/);
    expect(JSON.stringify(answer)).not.toContain('canary');
  });
  test('re-sends nothing when a connection dies', async () => {
    let requests = 0;
    const { url } = await listen((incoming) => {
      requests += 1;
      incoming.socket.destroy();
    });
    await (await open())(wire(url));
    expect(requests).toBe(1);
  });
  test('reports a disposed context as aborted', async () => {
    const context = await request.newContext();
    const { url } = await listen((_incoming, outgoing) => outgoing.end());
    await context.dispose();
    expect(await playwrightTransport(context)(wire(url))).toMatchObject({ kind: 'none', reason: 'aborted' });
  });
});

describe('contextOptions', () => {
  test('carries certificates and proxy with their secrets', () => {
    const secret = { shown: '$P', reveal: () => 'p' };
    const options = contextOptions({
      baseUrl: 'https://a.example:8443/gateway',
      tls: {
        verify: false,
        clientCertificate: { certPath: '/c.pem', keyPath: '/k.pem', passphrase: secret },
      },
      proxy: { server: 'http://proxy.example:3128', username: 'u', password: secret },
    });
    expect(options).toEqual({
      ignoreHTTPSErrors: true,
      proxy: { server: 'http://proxy.example:3128', username: 'u', password: 'p' },
      clientCertificates: [
        { origin: 'https://a.example:8443', certPath: '/c.pem', keyPath: '/k.pem', passphrase: 'p' },
      ],
    });
    expect(contextOptions({ tls: { verify: true } })).toEqual({ ignoreHTTPSErrors: false });
  });
});
