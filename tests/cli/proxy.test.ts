import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { limitsOf } from '../../targets/file/limits.ts';
import { readSettings } from '../../targets/settings.ts';
import { listen } from '../targets/loopback.ts';
import { practiceKey } from './practice.ts';

import { watch } from './watching.ts';

/** Sends exactly these bytes and returns everything that comes back until the connection ends. */
async function rawCall(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let back = '';
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      back += part;
    });
    socket.on('end', () => resolve(back));
    socket.on('error', reject);
  });
}

describe('what passes through', () => {
  test('request bytes and headers arrive as they were sent', async () => {
    let seen = { headers: [] as string[], body: '', path: '' };
    const { url } = await listen((incoming, answer) => {
      let body = '';
      incoming.setEncoding('latin1');
      incoming.on('data', (part) => {
        body += part;
      });
      incoming.on('end', () => {
        seen = { headers: incoming.rawHeaders, body, path: incoming.url ?? '' };
        answer.end('ok');
      });
    });
    const proxy = await watch(`${url}/gateway`);
    await rawCall(
      proxy.url,
      'POST /v1/../v1/refund?a=%2f HTTP/1.1\r\nHost: localhost\r\nX-Twice: 1\r\nx-TWICE: 2\r\nContent-Length: 4\r\nConnection: close\r\n\r\n{"\xe9}',
    );
    expect(seen).toMatchObject({ body: '{"\xe9}', path: '/gateway/v1/../v1/refund?a=%2f' });
    expect(seen.headers.slice(0, 8)).toEqual([
      'Host',
      new URL(url).host,
      'X-Twice',
      '1',
      'x-TWICE',
      '2',
      'Content-Length',
      '4',
    ]);
  });

  test('answer bytes, status text and headers come back as they were sent', async () => {
    const packed = gzipSync('{"return_status":"1"}');
    const { url } = await listen((_, answer) => {
      answer.sendDate = false;
      answer.writeHead(299, 'Odd But Fine', [
        'Content-Encoding',
        'gzip',
        'Set-Cookie',
        'a=1',
        'set-COOKIE',
        'b=2',
        'Content-Length',
        String(packed.length),
      ]);
      answer.end(packed);
    });
    const proxy = await watch(url);
    const back = await rawCall(
      proxy.url,
      'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    const [head = '', body = ''] = back.split('\r\n\r\n');
    expect(head.split('\r\n').slice(0, 5)).toEqual([
      'HTTP/1.1 299 Odd But Fine',
      'Content-Encoding: gzip',
      'Set-Cookie: a=1',
      'set-COOKIE: b=2',
      `Content-Length: ${packed.length}`,
    ]);
    expect(Buffer.from(body, 'latin1').equals(packed)).toBe(true);
  });

  test('a redirect is passed on, not followed', async () => {
    let calls = 0;
    const { url } = await listen((_, answer) => {
      calls += 1;
      answer.writeHead(302, { location: '/elsewhere' }).end();
    });
    const proxy = await watch(url);
    const answer = await fetch(`${proxy.url}/v1/refund`, { method: 'POST', body: '{}', redirect: 'manual' });
    expect([answer.status, answer.headers.get('location'), calls]).toEqual([302, '/elsewhere', 1]);
  });
});

describe('what does not pass through', () => {
  test('a service that is not there gives 502 with the reason', async () => {
    const { url, server } = await listen(() => {});
    await new Promise((resolve) => server.close(resolve));
    const proxy = await watch(url);
    const answer = await fetch(`${proxy.url}/v1/refund`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(502);
    expect(answer.headers.get('x-conformance-proxy')).toBe('error');
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('unreachable (') });
  });

  test('a service that hangs up gives 502', async () => {
    const { url } = await listen((incoming) => incoming.socket.destroy());
    const proxy = await watch(url);
    const answer = await fetch(`${proxy.url}/v1/refund`, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('reset (')]);
  });

  test('a service that is too slow gives 502', async () => {
    const { url } = await listen(() => {});
    const loaded = readSettings({ CONFORMANCE_MOCK_KEY: practiceKey }).target;
    const proxy = await watch(url, { limits: { ...loaded.limits, timeoutMs: 50 } });
    const answer = await fetch(`${proxy.url}/v1/refund`, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('timeout (')]);
  });

  test('an answer beyond the bound gives 502', async () => {
    const { url } = await listen((_, answer) => answer.end(Buffer.alloc(4 * 1024 * 1024 + 1)));
    const proxy = await watch(url);
    const answer = await fetch(`${proxy.url}/v1/refund`, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('too-large (')]);
  });

  test('a request beyond the bound gives 413 and never leaves', async () => {
    let calls = 0;
    const { url } = await listen((_, answer) => {
      calls += 1;
      answer.end();
    });
    const proxy = await watch(url);
    const body = Buffer.alloc(4 * 1024 * 1024 + 1);
    const status = await new Promise((resolve) => {
      request(`${proxy.url}/v1/refund`, { method: 'POST' }, (answer) => {
        resolve(answer.statusCode);
        answer.resume();
      }).end(body);
    });
    expect([status, calls]).toEqual([413, 0]);
  });

  test.each([
    ['Host: evil.example:7981', 'this server answers to 127.0.0.1 and localhost only'],
    ['Host: 127.0.0.1\r\nOrigin: http://evil.example', 'a page of another site may not ask this server'],
    ['Host: 127.0.0.1\r\nOrigin: null', 'a page of another site may not ask this server'],
    ['Host: 127.0.0.1\r\nSec-Fetch-Site: cross-site', 'a page of another site may not ask this server'],
  ])('a request with %j does not reach the service', async (headers, why) => {
    let calls = 0;
    const { url } = await listen((_, answer) => {
      calls += 1;
      answer.end();
    });
    const { url: proxy, told } = await watch(url);
    const body = '{"amount":"99999.00"}';
    const back = await rawCall(
      proxy,
      `POST /v1/authorise HTTP/1.1\r\n${headers}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(back).toContain('403 Forbidden');
    expect(back).toContain(why);
    expect([calls, told]).toEqual([0, []]);
  });

  test.each([
    [
      'POST',
      '/v1/authorise',
      { amount: '99999.00', card: '4000056655665556' },
      'limits.amountPerRequest is 10',
    ],
    ['POST', '/v1/authorise', { amount: '1.00', card: '4111111111111111' }, 'card is not among the cards'],
    ['POST', '/v1/authorise', { amount: '1.00', currency: 'KWD' }, 'currency is KWD'],
    ['POST', '/v1/authorise?amount=99999.00', {}, 'limits.amountPerRequest is 10'],
    ['POST', '/v1/retrievalTrans', { merchant_id: 'otherm' }, "merchant_id is not the target's"],
    ['POST', '/v1/cancel', { cancel_orders: [] }, 'effect not allowed by the target: irreversible'],
    ['POST', '/V1/cancel', { cancel_orders: [] }, 'effect not allowed by the target: irreversible'],
    ['POST', '/v2/cancel', { cancel_orders: [] }, 'is not documented'],
    ['POST', '/v1/authorise', 'not {"JSON', 'a body that cannot be read'],
  ])('%s %s with %j is not passed on', async (method, path, body, why) => {
    let calls = 0;
    const { url } = await listen((_, answer) => {
      calls += 1;
      answer.end();
    });
    const careful = limitsOf({ environment: 'sandbox' });
    const { url: proxy } = await watch(url, {
      environment: 'sandbox',
      allow: ['reads', 'creates', 'moves-money'],
      cards: [{ card: '4000056655665556' }],
      currencies: ['EUR'],
      limits: careful,
    });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(proxy + path, { method, headers, body: text });
    expect([answer.status, answer.headers.get('x-conformance-proxy')]).toEqual([403, 'error']);
    expect(await answer.text()).toContain(why);
    expect(calls).toBe(0);
    expect((await fetch(`${proxy}/v1/retrievalTrans`, { method, headers, body: '{}' })).status).toBe(200);
  });

  test('an address of another service is refused', async () => {
    const { url } = await listen((_, answer) => answer.end());
    const proxy = await watch(url);
    const back = await rawCall(
      proxy.url,
      'GET http://elsewhere.example/ HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n',
    );
    expect(back).toMatch(/^HTTP\/1\.1 400 /);
  });
});
