import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { Statement } from '../../reports/statement/format.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = mkdtempSync(join(tmpdir(), 'pack-'));
const folder = join(base, 'empty');
// What npm says when nobody answers, or when it may only use its cache.
const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|EIDLETIMEOUT/;

function call(cwd: string, name: string, ...words: string[]) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^(?:CONFORMANCE_|npm_|NODE_|VITEST)/i.test(key)),
  );
  return spawnSync(name, words, { cwd, env, encoding: 'utf8', shell: process.platform === 'win32' });
}

afterAll(() => rmSync(base, { recursive: true, force: true }));

it('runs from its package in an empty folder', (context) => {
  const packed = call(root, 'npm', 'pack', '--pack-destination', base, '--json', '--loglevel=error');
  expect(packed.status, packed.stderr).toBe(0);
  const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['cli/conformance.mjs', 'LICENSE', 'schemas/clauses.json']));
  expect(paths.filter((path) => /(?:\.ts|\.map)$|^(?:tests|tools|reports\/out)\//.test(path))).toEqual([]);

  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "version": "1.0.0", "private": true }\n');
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const installed = call(folder, 'npm', 'install', join(base, filename), ...quietly);
  if (installed.status !== 0 && offline.test(installed.stderr))
    context.skip(
      `the registry cannot be reached: ${installed.stderr.trim().split('\n').slice(0, 2).join(' ')}`,
    );
  expect(installed.status, installed.stderr).toBe(0);
  const modules = join(folder, 'node_modules');
  expect(['typescript', 'vitest', '@biomejs'].filter((name) => existsSync(join(modules, name)))).toEqual([]);

  // Some tests of each operation, and the pages that a browser opens.
  const some = ['--runs', '1', '--grep', 'documented|one result entry|browser|any sequence'];
  const ran = call(folder, 'npx', '--no-install', 'conformance', 'run', '--seed', '11', ...some);
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
  const out = join(folder, 'reports', 'out');
  const statement: Statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(statement.result).toBe('conformant');
  expect(Object.keys(statement.run.operations)).toHaveLength(11);
  const clauses = new Map(statement.clauses.map((clause) => [clause.id, clause.verdict]));
  expect(clauses.get('2.8/theForm/automatic-post')).toBe('pass');
  for (const name of ['certificate.html', 'junit.xml', 'allure-report/index.html'])
    expect(existsSync(join(out, name)), name).toBe(true);
  // Nothing is written where npm keeps packages.
  expect(existsSync(join(folder, 'reports', '.history'))).toBe(false);
  expect(existsSync(join(modules, 'payment-acquiring-conformance', 'reports', 'out'))).toBe(false);
});
