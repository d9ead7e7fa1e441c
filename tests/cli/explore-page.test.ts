import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ServedPage, serveExplore } from '../../cli/explore/serve.ts';
import { openSession, type Session } from '../../cli/explore/session.ts';
import { publishedCards } from '../../generators/context.ts';
import { folderWith } from '../targets/target-folder.ts';
import { sandboxTarget } from './sandbox-target.ts';

let session: Session;
let page: ServedPage;
let origin: string;
let token: string;

beforeAll(async () => {
  session = await openSession({ seed: 11 });
  page = await serveExplore(session, { port: 0 });
  const url = new URL(page.url);
  origin = url.origin;
  token = url.searchParams.get('token') ?? '';
});
afterAll(async () => {
  await page.close();
  await session.close();
});

const headers = () => ({ 'x-explore-token': token });
const get = (path: string) => fetch(origin + path, { headers: headers() });
const post = (path: string, body: unknown) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function make(asked: Record<string, unknown>) {
  const made = await post('/api/case', asked);
  expect(made.status).toBe(200);
  return (await made.json()) as {
    id: string;
    body: Record<string, unknown>;
    first?: string;
    case: { clause?: string };
  };
}

describe('access', () => {
  test('is refused on every path without the token or with another one', async () => {
    const paths = ['/', '/page.mjs', '/page.css', '/api/operations', '/api/case', '/nowhere'];
    for (const path of paths) {
      const answers = [
        await fetch(origin + path),
        await fetch(`${origin}${path}?token=${token.slice(1)}`),
        await fetch(origin + path, { method: 'POST', headers: { 'x-explore-token': 'x' } }),
      ];
      expect(
        answers.map(({ status }) => status),
        path,
      ).toEqual([403, 403, 403]);
      expect(await answers[0]?.json()).toHaveProperty('error');
    }
  });

  test('is given with the token in the address or in a header', async () => {
    expect((await fetch(page.url)).status).toBe(200);
    expect((await get('/')).status).toBe(200);
  });

  test('is given on 127.0.0.1 and on no other address of the machine', async () => {
    const { port, hostname } = new URL(origin);
    expect(hostname).toBe('127.0.0.1');
    for (const host of ['127.0.0.2', '[::1]']) {
      await expect(fetch(`http://${host}:${port}/?token=${token}`), host).rejects.toThrow();
    }
  });

  test('is refused to a name that points at this machine', async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(page.url, { headers: { host: 'attacker.example' } }, resolve);
      asked.on('error', reject).end();
    });
    answer.resume();
    expect(answer.statusCode).toBe(403);
  });

  test('names a policy under which nothing foreign loads', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const texts = await Promise.all(
      ['/', '/page.mjs', '/page.css'].map(async (path) => (await get(path)).text()),
    );
    expect(texts.join('\n')).not.toMatch(/https?:\/\//);
  });
});

describe('the interface below /api', () => {
  test('tells every operation and every field with clause, shape and example', async () => {
    interface Field {
      clause?: string;
      description?: string;
    }
    const { operations } = (await (await get('/api/operations')).json()) as {
      operations: { id: string; fields: { request: Field[]; answer: Field[] } }[];
    };
    expect(operations).toHaveLength(11);
    for (const { id, fields } of operations) {
      const bare = [...fields.request, ...fields.answer].filter(
        ({ clause, description }) => clause === undefined || description === undefined,
      );
      expect(bare, id).toEqual([]);
      expect(fields.request.length, id).toBeGreaterThan(2);
      expect(fields.answer.length, id).toBeGreaterThan(2);
    }
  });

  test('makes, sends and judges a case with a verdict for each field', async () => {
    const { id, body } = await make({ operation: 'capture', entries: 2 });
    const look = (await (await post('/api/send', { id, body })).json()) as {
      outcome: string;
      curl: string;
      command: string;
      fields: { path: string; verdict: string }[];
    };
    expect(look.outcome).toBe('accepted');
    expect(look.curl).toContain('/v1/capture');
    expect(look.command).toBe('npx payment-acquiring-conformance explore capture --entries 2 --seed 11');
    const verdicts = new Map(look.fields.map(({ path, verdict }) => [path, verdict]));
    expect(verdicts.get('capture_orders[].capture_status')).toBe('pass');
    expect(verdicts.get('encryption_data')).toBe('pass');
    expect([...verdicts.values()]).not.toContain('fail');
  });

  test('shows no card, and sends the real one all the same', async () => {
    const { id, body } = await make({ operation: 'direct-payment', kind: 'valid', case: 'full' });
    const text = await (await post('/api/send', { id, body })).text();
    for (const { card } of publishedCards) expect(JSON.stringify(body) + text).not.toContain(card);
    expect(JSON.parse(text)).toMatchObject({ outcome: 'accepted', grade: 'complete' });
  });

  test('gives the edits back as a command', async () => {
    const { id, body } = await make({ operation: 'query', kind: 'valid' });
    const sent = await post('/api/send', { id, body: { ...body, account_id: '100001002' } });
    expect(await sent.json()).toMatchObject({
      // The merchant's second account.
      grade: 'complete',
      request: { body: { account_id: '100001002' } },
      command: expect.stringContaining(`--edit 'account_id="100001002"'`),
    });
  });

  test('answers bad input with a 4xx that says what is wrong', async () => {
    const { id } = await make({ operation: 'query' });
    const deep = `{"id":"${id}","body":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const answers = await Promise.all([
      post('/api/case', '{'),
      post('/api/case', {}),
      post('/api/case', { operation: 'refnd' }),
      post('/api/case', { operation: 'refund', entries: 'many' }),
      post('/api/case', { operation: 'refund', entries: 51, extra: 1 }),
      post('/api/case', { operation: 'query', entries: 2 }),
      post('/api/case', { operation: 'refund', case: 'nothing/like-it' }),
      post('/api/send', { id: '999', body: {} }),
      post('/api/send', { id, body: [] }),
      post('/api/send', { id, body: 'text' }),
      post('/api/send', deep),
      post('/api/send', `{"id":"${id}","body":{"__proto__":{"a":1}}}`),
      fetch(`${origin}/api/send`, { method: 'POST', headers: headers(), body: 'plain' }),
      get('/api/cases?operation=refund&kind=odd'),
      get('/api/cases?operation=refund&kind=fault&seed=-1'),
      get('/api/cases'),
      get('/api/nothing'),
      get('/../package.json'),
    ]);
    for (const [at, answer] of answers.entries()) {
      expect(answer.status, String(at)).toBeGreaterThanOrEqual(400);
      expect(answer.status, String(at)).toBeLessThan(500);
      expect(await answer.json(), String(at)).toEqual({ error: expect.any(String) });
    }
    expect((await get('/api/operations')).status).toBe(200);
  });
});

test('drawing a request sends nothing, and sending it pays for its orders once', async () => {
  vi.stubEnv('CONFORMANCE_OUT', folderWith({}));
  const { lines, file } = await sandboxTarget(['reads', 'moves-money']);
  const paying = await openSession({ target: file, seed: 11 });
  const served = await serveExplore(paying, { port: 0 });
  onTestFinished(async () => {
    await served.close();
    await paying.close();
    vi.unstubAllEnvs();
  });
  const { origin: address, search } = new URL(served.url);
  const ask = async (path: string, body: unknown) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
    return (await fetch(`${address}${path}${search}`, { ...options, body: JSON.stringify(body) })).json();
  };
  const batches = [
    { operation: 'refund' },
    { operation: 'refund', seed: 12 },
    { operation: 'capture', entries: 3 },
    { operation: 'refund', kind: 'boundary', case: 'refund_orders/50-entries' },
  ];
  const drawn = [];
  for (const wish of batches) drawn.push(await ask('/api/case', wish));
  expect(lines).toEqual([]);
  expect(drawn.map(({ first }) => first)).toEqual([
    expect.stringMatching(/^1 card payment of \d+\.\d\d [A-Z]{3} in all$/),
    expect.stringMatching(/^1 card payment of /),
    expect.stringMatching(/^3 card payments of /),
    expect.stringMatching(/^50 card payments of /),
  ]);
  const [{ id, body }] = drawn;
  expect(body.refund_orders).toHaveLength(1);
  const [entry] = body.refund_orders;
  const edited = { ...body, refund_orders: [{ ...entry, refund_reason: 'too small' }] };
  const sent = await ask('/api/send', { id, body: edited });
  expect(lines.map((line) => /\/v1\/\w+/.exec(line)?.[0])).toEqual(['/v1/authorise', '/v1/refund']);
  const [asked] = sent.request.body.refund_orders;
  expect(asked).toMatchObject({ refund_reason: 'too small' });
  expect(asked.order_no).not.toBe(entry.order_no);
  expect(sent.notes).toEqual([expect.stringMatching(/^1 card payment made first/)]);
  expect(sent.command).toContain('refund_reason');
  expect(sent.command).not.toContain('order_no');
  // The same request again, over the order that was paid.
  const again = await ask('/api/send', { id, body: sent.body });
  expect(again.request.body.refund_orders[0].order_no).toBe(asked.order_no);
  expect(lines.map((line) => /\/v1\/\w+/.exec(line)?.[0])).toEqual([
    '/v1/authorise',
    '/v1/refund',
    '/v1/refund',
  ]);
});

test('pays for nothing and sends nothing where the target forbids the operation', async () => {
  vi.stubEnv('CONFORMANCE_OUT', folderWith({}));
  const { lines, file } = await sandboxTarget(['moves-money']);
  const careful = await openSession({ target: file, seed: 11 });
  const served = await serveExplore(careful, { port: 0 });
  onTestFinished(async () => {
    await served.close();
    await careful.close();
    vi.unstubAllEnvs();
  });
  const { origin: address, search } = new URL(served.url);
  const ask = (path: string, body: unknown) =>
    fetch(`${address}${path}${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const made = (await (await ask('/api/case', { operation: 'cancel', entries: 2 })).json()) as {
    id: string;
    body: unknown;
  };
  const sent = await ask('/api/send', { id: made.id, body: made.body });
  expect(sent.status).toBe(409);
  expect(await sent.json()).toEqual({ error: expect.stringContaining('effect not allowed') });
  expect(lines).toEqual([]);
});
