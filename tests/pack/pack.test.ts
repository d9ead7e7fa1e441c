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
import { stripVTControlCharacters } from 'node:util';
import { gunzipSync } from 'node:zlib';
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

/** An example of docs/library.md, by the name of its file. */
function documented(name: string): string {
  const page = readFileSync(join(root, 'docs', 'library.md'), 'utf8');
  const [, code = ''] = new RegExp(`^\`\`\`[jt]s ${name}\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  expect(code, name).not.toBe('');
  return code;
}

/** Runs the tests of a folder with Playwright, by default against the embedded endpoint. */
function test(cwd: string, ...words: string[]) {
  const few = ['TARGET=embedded', 'SEED=11', 'CONFORMANCE_RUNS=1', 'CONFORMANCE_WORKERS=1'];
  return call(cwd, 'env', ...few, 'npx', 'playwright', 'test', ...words);
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
  // Some companies install no package that asks for another release of Node.
  const strictly = `${install} --engine-strict --prefer-offline --loglevel=error`;
  const installed = call(folder, 'sh', '-c', strictly);
  if (installed.status !== 0 && offline.test(installed.stderr))
    context.skip(
      `the registry cannot be reached: ${installed.stderr.trim().split('\n').slice(0, 2).join(' ')}`,
    );
  expect(installed.status, installed.stderr).toBe(0);
  const modules = join(folder, 'node_modules');
  expect(['typescript', 'vitest', '@biomejs'].filter((name) => existsSync(join(modules, name)))).toEqual([]);

  const installedSuite = join(modules, 'payment-acquiring-conformance');
  const before = readdirSync(installedSuite, { recursive: true }).sort();

  // What init writes.
  const answers = ['--base-url', 'https://sandbox.example.com', '--merchant', 'M1', '--account', 'A1'];
  const made = call(folder, 'npx', 'payment-acquiring-conformance', 'init', 'sandbox.json', ...answers);
  expect(made.status, made.stdout + made.stderr).toBe(0);
  expect(made.stdout).toContain('\n   npx playwright test --project=preflight\n');
  const config = join(folder, 'playwright.config.ts');
  expect(readFileSync(config, 'utf8')).toBe(documented('playwright.config.ts'));
  const named = call(folder, 'npx', 'playwright', 'test', '--list');
  expect(named.stdout, named.stderr).toMatch(/Total: \d+ tests/);
  // The place of a test in a list is the line that declares it.
  const places = [...named.stdout.matchAll(/ › (\S+):(\d+):\d+ › /g)];
  const lines = places.map(([, file = '', line]) => {
    const text = readFileSync(join(folder, file), 'utf8').split('\n');
    return text[Number(line) - 1] ?? '';
  });
  expect(lines.length).toBeGreaterThan(100);
  for (const line of lines) expect(line.match(/\b(?:test|unreported)\(/g), line).toHaveLength(1);

  // A test of a team's own beside the suite, in one run, as the documentation has it.
  mkdirSync(join(folder, 'own'));
  writeFileSync(join(folder, 'own', 'refund.spec.ts'), documented('refund.spec.ts'));
  const own = "projects: [{ name: 'own', testDir: 'own' }]";
  const keys = `{ target: 'sandbox.json', ${own}, reporter: [['json', { outputFile: 'results/own.json' }]] }`;
  const [start = ''] = readFileSync(config, 'utf8').split('{ target');
  writeFileSync(config, `${start}${keys});\n`);
  const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict'];
  const modern = ['--module', 'nodenext', '--target', 'es2023', '--skipLibCheck'];
  const typed = call(folder, process.execPath, ...compiler, ...modern, 'own/refund.spec.ts', config);
  expect(typed).toMatchObject({ status: 0, stdout: '' });
  // Some tests of each operation, and the pages that a browser opens.
  const some = 'minimal shape|one result entry|as inactive|a tenth of|of a merchant as documented';
  const ran = test(folder, '-g', some);
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
  expect(ran.stdout).toMatch(/✓ .*\[own\] › own\/refund\.spec\.ts/);
  const out = join(folder, 'results', 'latest');
  const statement: Statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  expect(statement.result).toBe('conformant');
  expect(Object.keys(statement.run.operations)).toHaveLength(11);
  const clauses = new Map(statement.clauses.map((clause) => [clause.id, clause.verdict]));
  expect(clauses.get('2.8/theForm/automatic-post')).toBe('pass');
  const written = ['certificate.html', 'matrix.html', '../own.json', '../../playwright-report/index.html'];
  for (const name of written) expect(existsSync(join(out, name)), name).toBe(true);
  writeFileSync(join(folder, 'law.mjs'), documented('law.mjs'));
  const law = call(folder, process.execPath, 'law.mjs', join('results', 'latest'));
  expect(law.stdout).toMatch(/^\d+ refunds, \d+ against the law$/m);
  const evidence = gunzipSync(readFileSync(join(out, 'exchanges.ndjson.gz'))).toString('utf8');
  expect(evidence).toContain('a tenth of a payment is refunded');

  // An assertion of a team's own fails the run, and not the service.
  const broken = join(folder, 'own', 'broken.spec.ts');
  const failing = "test('is broken', () => expect(1).toBe(2));";
  writeFileSync(broken, `import { expect, test } from 'payment-acquiring-conformance/test';\n${failing}\n`);
  const failed = test(folder, '--project=own', '--no-deps');
  rmSync(broken);
  expect(failed.status, failed.stdout).toBe(1);
  expect(stripVTControlCharacters(failed.stdout)).toMatch(
    /Tests of your own that failed: 1\.[\s\S]*\nconformant /,
  );

  // A module is loaded in another way; a second try pays again.
  const manifest = { name: 'empty', private: true, type: 'module' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const listed = test(folder, '--list', '--project=own');
  expect(listed.stdout, listed.stderr).toContain('[own] › own/refund.spec.ts');
  writeFileSync(config, `${start}${keys.replace('{', '{ retries: 1,')});\n`);
  const refused = test(folder, '--list');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^"retries" is refused: .+\n$/);

  // Without the configuration of the suite own tests are a run of their own, and `run` brings it along.
  rmSync(config);
  const alone = test(folder, '--reporter=json');
  expect(JSON.parse(alone.stdout).stats, alone.stdout).toMatchObject({ expected: 1, unexpected: 0 });
  const [kept = ''] = readdirSync(join(folder, 'reports', 'own'));
  expect(call(folder, process.execPath, 'law.mjs', join('reports', 'own', kept))).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^\w{10} refunds less than 100\.00\n1 refunds, 1 against the law\n$/),
  });
  const elsewhere = join(base, 'elsewhere');
  mkdirSync(elsewhere);
  const [, entry = ''] = /^ENTRYPOINT \["\/suite\/(\S+)"\]$/m.exec(dockerfile) ?? [];
  const run = [join(folder, entry), 'run', '--no-deps', '-g', 'a beneficiary that is named by id alone'];
  const brought = call(elsewhere, 'env', 'TARGET=embedded', ...run);
  expect(brought.status, brought.stdout + brought.stderr).toBe(0);
  expect(readdirSync(elsewhere).sort()).toEqual(['playwright-report', 'results']);
  // Nothing is written where npm keeps packages.
  expect(readdirSync(installedSuite, { recursive: true }).sort()).toEqual(before);
});
