import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

/** Puts an example of docs/library.md into the folder; returns its name. */
function documented(name: string): string {
  const page = readFileSync(join(root, 'docs', 'library.md'), 'utf8');
  const [, code = ''] = new RegExp(`^\`\`\`[jt]s ${name}\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  expect(code, name).not.toBe('');
  writeFileSync(join(folder, name), code);
  return name;
}

afterAll(() => rmSync(base, { recursive: true, force: true }));

it('runs from its package in an empty folder', (context) => {
  const packed = call(root, 'npm', 'pack', '--pack-destination', base, '--json', '--loglevel=error');
  expect(packed.status, packed.stderr).toBe(0);
  const [{ filename, files, size }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[]; size: number },
  ];
  expect(size).toBeLessThan(700_000);
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['cli/conformance.mjs', 'LICENSE', 'dist/types/entries/test.d.ts']),
  );
  expect(
    paths.filter((path) => /(?:(?<!\.d)\.ts|\.map)$|^(?:tests|tools|reports\/out)\//.test(path)),
  ).toEqual([]);

  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "version": "1.0.0", "private": true }\n');
  // What the Dockerfile does, in this folder.
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const [, release = ''] = /^COPY \S+\.tgz (\S+)$/m.exec(dockerfile) ?? [];
  copyFileSync(join(base, filename), join(folder, release));
  const [, install = ''] = /^RUN (npm install .*)$/m.exec(dockerfile) ?? [];
  const installed = call(folder, 'sh', '-c', `${install} --prefer-offline --loglevel=error`);
  if (installed.status !== 0 && offline.test(installed.stderr))
    context.skip(
      `the registry cannot be reached: ${installed.stderr.trim().split('\n').slice(0, 2).join(' ')}`,
    );
  expect(installed.status, installed.stderr).toBe(0);
  const modules = join(folder, 'node_modules');
  expect(['typescript', 'vitest', '@biomejs'].filter((name) => existsSync(join(modules, name)))).toEqual([]);

  // Some tests of each operation, and the pages that a browser opens.
  const some = ['--runs', '1', '--grep', 'documented|one result entry|browser|any sequence|as inactive'];
  const [, entry = ''] = /^ENTRYPOINT \["\/suite\/(\S+)"\]$/m.exec(dockerfile) ?? [];
  const ran = call(folder, join(folder, entry), 'run', '--seed', '11', ...some);
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
  const out = join(folder, 'reports', 'out');
  const statement: Statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(statement.result).toBe('conformant');
  expect(Object.keys(statement.run.operations)).toHaveLength(11);
  const clauses = new Map(statement.clauses.map((clause) => [clause.id, clause.verdict]));
  expect(clauses.get('2.8/theForm/automatic-post')).toBe('pass');
  for (const name of ['certificate.html', 'matrix.html'])
    expect(existsSync(join(out, name)), name).toBe(true);
  // Nothing is written where npm keeps packages.
  expect(existsSync(join(modules, 'payment-acquiring-conformance', 'reports', 'out'))).toBe(false);

  // A test and a law of a team's own, as the documentation has them.
  documented('refund.spec.ts');
  const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict'];
  const modern = ['--module', 'nodenext', '--target', 'es2023', '--skipLibCheck', 'refund.spec.ts'];
  expect(call(folder, process.execPath, ...compiler, ...modern)).toMatchObject({ status: 0, stdout: '' });
  const own = call(folder, 'env', 'CONFORMANCE_SEED=11', 'npx', 'playwright', 'test', '--reporter', 'json');
  expect(JSON.parse(own.stdout).stats, own.stdout).toMatchObject({ expected: 1, unexpected: 0, skipped: 0 });
  const [kept = ''] = readdirSync(join(folder, 'reports', 'own'));
  const law = call(folder, process.execPath, documented('law.mjs'), join('reports', 'own', kept));
  expect(law).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^\w{10} refunds less than 100\.00\n1 refunds, 1 against the law\n$/),
  });
});
