import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ServedPage, serveExplore } from '../../cli/explore/serve.ts';
import { openSession, type Session } from '../../cli/explore/session.ts';
import { publishedCards } from '../../generators/context.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { folderWith } from '../targets/target-folder.ts';
import { sandboxTarget } from './sandbox-target.ts';
import { servedExplore } from './served-explore.ts';

let session: Session;
let page: ServedPage;
let origin: string;
/** The path that holds the token. */
let token: string;

beforeAll(async () => {
  session = await openSession({});
  page = await serveExplore(session);
  const url = new URL(page.url);
  origin = url.origin;
  token = url.pathname;
});
afterAll(async () => {
  await page.close();
  await session.close();
});

const get = (path: string) => fetch(page.url + path);
const post = (path: string, body: unknown) =>
  fetch(`${page.url}api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const plain = { kind: 'valid', seed: 11 };

async function make(wish: Record<string, unknown>) {
  const made = await post('case', { ...plain, ...wish });
  expect(made.status).toBe(200);
  return (await made.json()) as { id: number; body: Record<string, unknown> };
}

describe('access', () => {
  test('is refused on every path without the token or with another one', async () => {
    const paths = ['', 'page.mjs', 'page.css', 'api/operations', 'api/case', 'api/pay', 'nowhere'];
    for (const path of paths) {
      const answers = [
        await fetch(`${origin}/${path}`),
        await fetch(`${origin}/${token.slice(2)}${path}`),
        await fetch(`${origin}/x/${path}`, { method: 'POST' }),
      ];
      expect(
        answers.map(({ status }) => status),
        path,
      ).toEqual([404, 404, 404]);
      expect(await answers[0]?.json()).toHaveProperty('error');
    }
  });

  test('is given with the token in the address', async () => {
    expect((await fetch(page.url)).status).toBe(200);
  });

  test('is given on 127.0.0.1 and on no other address of the machine', async () => {
    const { port, hostname } = new URL(origin);
    expect(hostname).toBe('127.0.0.1');
    for (const host of ['127.0.0.2', '[::1]']) {
      await expect(fetch(`http://${host}:${port}${token}`), host).rejects.toThrow();
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
    const policy = (await get('')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const texts = await Promise.all(
      ['', 'page.mjs', 'fields.mjs', 'page.css'].map(async (path) => (await get(path)).text()),
    );
    expect(texts.join('\n')).not.toMatch(/https?:\/\//);
  });
});

describe('the interface below /api', () => {
  test('tells every operation, and every field with its shape and values to try', async () => {
    const { operations } = (await (await get('api/operations')).json()) as { operations: { id: string }[] };
    expect(operations).toHaveLength(11);
    for (const { id: operation } of operations) {
      const { fields } = (await (await post('case', { ...plain, operation })).json()) as {
        fields: { path: string; description: string; values: { id: string; sentence: string }[] }[];
      };
      expect(fields.length, operation).toBeGreaterThan(1);
      for (const { path, description, values } of fields) {
        expect([description === '', values.length === 0], path).toEqual([false, false]);
        expect(new Set(values.map(({ id }) => id)).size, path).toBe(values.length);
        expect(values.filter(({ sentence }) => sentence === '')).toEqual([]);
      }
    }
  });

  test('sends the real card in place of its mask', async () => {
    const { id, body } = await make({ operation: 'direct-payment', case: 'full' });
    const text = await (await post('send', { id, body })).text();
    for (const { card } of publishedCards) expect(JSON.stringify(body) + text).not.toContain(card);
    expect(JSON.parse(text)).toMatchObject({ outcome: 'accepted', grade: 'complete' });
  });

  test('sends what was typed', async () => {
    const { id, body } = await make({ operation: 'query' });
    const sent = await post('send', { id, body: { ...body, account_id: '100001002' } });
    const told = await sent.json();
    // The merchant's second account.
    expect(told).toMatchObject({ grade: 'complete', request: { account_id: '100001002' } });
  });

  test('answers bad input with a 4xx that says what is wrong', async () => {
    const { id } = await make({ operation: 'query' });
    const deep = `{"id":${id},"body":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const answers = await Promise.all([
      post('case', '{'),
      post('case', {}),
      post('case', { ...plain, operation: 'refnd' }),
      post('case', { ...plain, operation: 'refund', seed: 'many' }),
      post('case', { ...plain, operation: 'refund', seed: -1 }),
      post('case', { ...plain, operation: 'refund', extra: 1 }),
      post('case', { ...plain, operation: 'refund', kind: 'odd' }),
      post('case', { ...plain, operation: 'refund', case: 'nothing/like-it' }),
      post('pay', { id: 999 }),
      post('pay', { id }),
      post('send', { id: 999, body: {} }),
      post('send', { id: -1, body: {} }),
      post('send', { id, body: [] }),
      post('send', { id, body: 'text' }),
      post('send', deep),
      post('send', `{"id":${id},"body":{"__proto__":{"a":1}}}`),
      fetch(`${page.url}api/send`, { method: 'POST', body: 'plain' }),
      get('api/nothing'),
      get('../package.json'),
    ]);
    for (const [at, answer] of answers.entries()) {
      expect(answer.status, String(at)).toBeGreaterThanOrEqual(400);
      expect(answer.status, String(at)).toBeLessThan(500);
      expect(await answer.json(), String(at)).toEqual({ error: expect.any(String) });
    }
    expect((await get('api/operations')).status).toBe(200);
  });
});

test('drawing sends nothing, and a request is about its orders once they are paid', async () => {
  vi.stubEnv('CONFORMANCE_OUT', folderWith({}));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { lines, file } = await sandboxTarget(['reads', 'moves-money']);
  const { make, pay, send } = await servedExplore({ target: file });
  const paths = () => lines.map((line) => /\/v1\/\w+/.exec(line)?.[0]);
  const drawn = [];
  for (const wish of [
    { operation: 'refund' },
    { operation: 'refund', seed: 12 },
    { operation: 'capture', kind: 'boundary', case: 'capture_orders/49-entries' },
    { operation: 'refund', kind: 'boundary', case: 'refund_orders/50-entries' },
  ])
    drawn.push(await make(wish));
  expect(lines).toEqual([]);
  expect(drawn.map(({ payments }) => payments)).toEqual([
    expect.stringMatching(/^1 card payment of \d+\.\d\d [A-Z]{3} in all$/),
    expect.stringMatching(/^1 card payment of /),
    expect.stringMatching(/^49 card payments of /),
    expect.stringMatching(/^50 card payments of /),
  ]);
  const [first] = drawn;
  if (first === undefined) throw new Error('nothing was drawn');
  const [unknown] = first.body.refund_orders as JsonObject[];
  const { status, made } = await pay(first);
  expect([status, paths()]).toEqual([200, ['/v1/authorise']]);
  const [entry] = made.body.refund_orders as JsonObject[];
  expect(entry?.order_no).not.toBe(unknown?.order_no);
  const { told } = await send(made, { refund_orders: [{ ...entry, refund_reason: 'too small' }] });
  expect(told.request.refund_orders).toMatchObject([{ ...entry, refund_reason: 'too small' }]);
  expect(paths()).toEqual(['/v1/authorise', '/v1/refund']);
});

test('pays for nothing and sends nothing where the target forbids the operation', async () => {
  vi.stubEnv('CONFORMANCE_OUT', folderWith({}));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { lines, file } = await sandboxTarget(['moves-money']);
  const { make, send } = await servedExplore({ target: file });
  const { status, told } = await send(await make({ operation: 'cancel' }));
  expect([status, told]).toEqual([409, { error: expect.stringContaining('effect not allowed') }]);
  expect(lines).toEqual([]);
});
