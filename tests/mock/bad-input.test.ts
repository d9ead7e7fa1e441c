import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { openCaller, signing } from './caller.ts';
import { featuredPayment, party } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing, arrivalMs: 300 });
});
afterAll(() => mock.close());

async function post(path: string, body: string | Buffer, type = 'application/json') {
  const answer = await fetch(mock.url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Sends bytes over a bare connection and returns the status line of what comes back. */
function raw(text: string): Promise<string> {
  const { port } = new URL(mock.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}

const bodies: readonly (readonly [string, string | Buffer, string])[] = [
  ['nothing', '', 'application/json'],
  ['blanks', ' \n\t ', 'application/json'],
  ['half a JSON text', '{"merchant_id":', 'application/json'],
  ['JSON of another kind', '[1,2]', 'application/json'],
  ['a JSON number', '12', 'application/json'],
  ['JSON nested 100,000 levels deep', `${'['.repeat(100_000)}`, 'application/json'],
  [
    'JSON objects nested 5,000 levels deep',
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    'application/json',
  ],
  ['bytes that are not UTF-8', Buffer.of(0x7b, 0xff, 0xfe, 0x7d), 'application/json'],
  ['half an XML text', '<request><merchant_id>1', 'application/xml'],
  [
    'XML with a document type',
    '<!DOCTYPE r [<!ENTITY a "b">]><r><merchant_id>&a;</merchant_id></r>',
    'application/xml',
  ],
  ['XML nested 1,000 levels deep', '<a>'.repeat(1_000), 'application/xml'],
  ['an XML root without children', '<request/>', 'application/xml'],
  ['a form of separators', '&&==&', 'application/x-www-form-urlencoded'],
  ['a form with broken escapes', 'merchant_id=%E0%A4%A&%=%', 'application/x-www-form-urlencoded'],
  [
    'a form that names prototypes',
    '__proto__[x]=1&constructor[prototype][y]=2',
    'application/x-www-form-urlencoded',
  ],
  ['JSON that names prototypes', '{"__proto__":{"x":1},"constructor":{"prototype":{}}}', 'application/json'],
];

describe.each(documentedOperations)('$id', ({ path }) => {
  test.each(bodies)('refuses %s and says why', async (_name, body, type) => {
    const { status, text } = await post(path, body, type);
    expect(status).toBeLessThan(500);
    expect(text.length).toBeGreaterThan(20);
    expect(text).not.toContain('theForm');
    expect(text).not.toContain('"return_status":"1"');
  });

  test('names the field that breaks a rule, but not its value', async () => {
    const signed = {
      ...party,
      encryption_data: 'f'.repeat(64),
      notify_url: 'https://shop.example/notify',
      ...(path === '/v1/authorise' ? { payment_method: 'pix' } : {}),
    };
    const { status, text } = await post(
      path,
      JSON.stringify({ ...signed, merchant_id: 4_111_111_111_111_111 }),
    );
    expect(status).toBeLessThan(500);
    expect(text).toContain('merchant_id');
    expect(text).not.toContain('4111111111111111');
  });
});

describe('the endpoint', () => {
  test('refuses a body of 20 MB', async () => {
    expect(await post('/v1/refund', Buffer.alloc(20_000_000)).catch(() => ({ status: 413 }))).toMatchObject({
      status: 413,
    });
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('refuses %s on an operation', async (method) => {
    const answer = await fetch(`${mock.url}/v1/refund`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each([
    '/v1',
    '/v1/unknown',
    '/v2/refund',
    '/v1/refund/',
    '/v1/refund/x',
    '/%',
    '/faults/none/v1/refund',
  ])('does not know %s', async (path) => {
    const { status, text } = await post(path, '{}');
    expect([400, 404]).toContain(status);
    expect(text).toContain('message');
  });

  test('refuses a Content-Type that is none', async () => {
    expect((await post('/v1/refund', '{}', 'nonsense')).status).toBe(415);
  });

  test('gives up on a body that does not arrive', async () => {
    expect(await raw('POST /v1/refund HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"a"')).toBe(
      'HTTP/1.1 408 Request Timeout',
    );
  });

  test('refuses what is no HTTP', async () => {
    expect(await raw('hello\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request');
  });

  test('does not repeat a Host header that is no host', async () => {
    const body = JSON.stringify({ ...featuredPayment('x') });
    expect(
      await raw(
        `POST /v1/authorise HTTP/1.1\r\nHost: "><script>\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    ).toMatch(/ 400 | 403 /);
  });

  test('answers texts that XML cannot carry without broken XML', async () => {
    const caller = openCaller(mock.url);
    for (const order_no of ['a\u0000b', 'a\u0008b', '\ud800', 'a\ufffeb']) {
      const { judgement } = await caller.send('direct-payment', { ...featuredPayment(order_no), order_no });
      expect(judgement.findings).toEqual([]);
    }
  });

  test('still answers after all of that', async () => {
    const { judgement } = await openCaller(mock.url).send('query', party);
    expect(judgement).toMatchObject({ outcome: 'accepted', findings: [] });
  });
});
