import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demandCompiler, installMissing } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
installMissing(root);
demandCompiler(root);
const bin = (name, path) => [process.execPath, join(root, 'node_modules', name, path)];

/** The gates, one command each; a failed gate counts as one failed test in the summary. */
const gates = [
  ['types', [...bin('typescript', 'bin/tsc'), '--noEmit']],
  ['style', [...bin('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', '.']],
  ['nothing unused', bin('knip', 'bin/knip.js')],
  ['nothing that only tests use', [...bin('knip', 'bin/knip.js'), '--production']],
];

let passed = 0;
const failures = [];
const most = { maxBuffer: 2 ** 28 };
/** Starts a command in parallel; resolves with its output when it has ended. */
const start = ([name, [command, ...words]], environment = {}) =>
  new Promise((ended) => {
    const env = { ...process.env, ...environment };
    execFile(command, words, { cwd: root, env, ...most }, (error, stdout, stderr) =>
      ended({ name, error, said: `${stdout}${stderr}` }),
    );
  });
// In parallel, because most of them use one processor; printed in order.
for (const gate of gates.map((one) => start(one))) {
  const { name, error, said } = await gate;
  if (error === null) {
    passed += 1;
    process.stdout.write(`ok   ${name}\n`);
  } else {
    failures.push(name);
    // The output explains the failure; if there is none, the command did not run, and the error says why.
    process.stdout.write(`FAIL ${name}\n${said === '' ? error.message : said}\n`);
  }
}

/** A number that depends on the commit: it chooses the part of the proof and the conforming services. */
function numberOfCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : 0;
}

// A local change is proved with a sample, a continuous integration run with one of 31 similar parts; `npm run prove` covers all.
const isPart = process.env.CI !== undefined;
const commit = numberOfCommit();
const part = isPart ? ['--part', `${(commit % 31) + 2}/32`] : ['--fault', 'refund-*'];
const sample = [...part, '--services', isPart ? '100' : '10', '--service-seed', String(commit)];
// Compiled once before the proof and the tests run in parallel; if it fails, both report it.
spawnSync(process.execPath, [join(root, 'tools/build.mjs')]);
// Ctrl-C ends both, and the summary is still printed.
process.on('SIGINT', () => {});
const proof =
  process.argv.length > 2
    ? undefined
    : start(
        ['proof', [process.execPath, join(root, 'cli/conformance.mjs'), 'prove', ...sample]],
        // As in tests/e2e/command.ts.
        { PW_DISABLE_TS_ESM: '1' },
      );

const folder = mkdtempSync(join(tmpdir(), 'conformance-tests-'));
const results = join(folder, 'results.json');
const words = [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...process.argv.slice(2),
];
const [node, vitest] = bin('vitest', 'vitest.mjs');
const suite = spawn(node, [vitest, ...words], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
const [status] = await once(suite, 'exit');
let counted = { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0, numFailedTestSuites: 0 };
try {
  counted = JSON.parse(readFileSync(results, 'utf8'));
} catch {
  failures.push('the test runner left no results');
}
rmSync(folder, { recursive: true, force: true });
if (counted.numTotalTests === 0) failures.push('no test was selected');
if (status !== 0 && counted.numFailedTests === 0) failures.push('the test runner ended with an error');

if (proof !== undefined) {
  const { error, said } = await proof;
  process.stdout.write(said);
  if (error === null) passed += 1;
  else
    failures.push(
      `${isPart ? 'a part' : 'the sample'} of the proof (npx payment-acquiring-conformance prove shows the whole)`,
    );
}

passed += counted.numPassedTests;
const failed = failures.length + counted.numFailedTests;
if (failed > 0) {
  const what = [
    ...failures,
    ...(counted.numFailedTests > 0 ? [`${counted.numFailedTests} tests above`] : []),
  ];
  process.stdout.write(
    `\nFailed: ${what.join('; ')}.\nRun one file alone: npx vitest run tests/<room>/<file>.test.ts\n`,
  );
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
