import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFolder } from '../../cli/after/report.ts';

const outer = mkdtempSync(join(tmpdir(), 'serve-'));
const folder = join(outer, 'out');
let served: Awaited<ReturnType<typeof serveFolder>>;

beforeAll(async () => {
  mkdirSync(join(folder, 'report'), { recursive: true });
  mkdirSync(join(outer, 'out-of-it'));
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  writeFileSync(join(outer, 'out-of-it', 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'report', 'index.html'), '<p>report</p>');
  writeFileSync(join(folder, 'a b.json'), '{}');
  symlinkSync(join(outer, 'secret.txt'), join(folder, 'link.txt'));
  served = await serveFolder(folder);
});
afterAll(async () => {
  await served.close();
  rmSync(outer, { recursive: true });
});

/** Asks for a path exactly as written: fetch would tidy it up first. */
function ask(
  path: string,
  method = 'GET',
  host?: string,
  whole = false,
): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(served.url);
    const asked = request(
      {
        hostname,
        port,
        path: `${whole ? '' : pathname}${path}`,
        method,
        agent: false,
        ...(host && { headers: { host } }),
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text) => {
          body += text;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body }),
        );
      },
    );
    asked.on('error', reject).end();
  });
}

test('listens on loopback only, below a path that nobody guesses', async () => {
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/);
  const { pathname } = new URL(served.url);
  const elsewhere = ['/', '/report/', '/a%20b.json', `${pathname}x/report/`, `/${'x'.repeat(32)}/report/`];
  for (const path of elsewhere)
    expect(await ask(path, 'GET', undefined, true)).toMatchObject({ status: 404 });
});

test('serves files and the index page of a folder with their types', async () => {
  expect(await ask('/report/')).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<p>report</p>',
  });
  expect(await ask('/a%20b.json')).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/report/../../secret.txt',
  '/report/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '//../secret.txt',
  '/../out-of-it/secret.txt',
  '/%2e%2e/out-of-it/secret.txt',
  '/link.txt',
  '/%00',
  '/%E0%A4%A',
  '/empty/',
  '/missing.html',
])('answers %s with 404', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, body: '' });
});

test('answers GET and nothing else', async () => {
  expect(await ask('/report/', 'POST')).toMatchObject({ status: 405 });
  expect(await ask('/report/', 'DELETE')).toMatchObject({ status: 405 });
});

test('refuses a name that only resolves to this machine', async () => {
  expect(await ask('/report/', 'GET', 'evil.example')).toMatchObject({ status: 403, body: '' });
  expect(await ask('/report/', 'GET', 'localhost:80')).toMatchObject({ status: 200 });
});

test('goes on after a file that cannot be read', async () => {
  await ask('/report/index.html/nothing');
  expect(await ask('/report/')).toMatchObject({ status: 200 });
});

test('the root leads to the certificate', async () => {
  const answer = await fetch(`${served.url}/`, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(`${new URL(served.url).pathname}/certificate.html`);
});
