import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figure, inTurn, median, wallOf } from './measure.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = join(root, 'cli', 'conformance.mjs');
const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');

// The shell reports user and system time of all processes that it waited for, which are those of a run.
const shell = '"$@" 3>&-; status=$?; times >&3; exit $status';

function secondsOf(times) {
  const [, ofChildren = ''] = times.trim().split('\n');
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** Runs a Node program to its end; returns elapsed seconds and CPU seconds of all its processes. */
export async function costOf(words, { cwd = root, variables = {} } = {}) {
  let done;
  const ms = await wallOf(async () => {
    done = spawnSync('sh', ['-c', shell, 'sh', process.execPath, ...words], {
      cwd,
      env: { ...process.env, ...variables },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
  });
  if (done.status !== 0)
    throw new Error(`${words.join(' ')} ended with ${done.status}:\n${done.stdout}${done.stderr}`);
  return { wall: ms / 1000, cpu: secondsOf(done.output[3]) };
}

/** A project with one empty test, for the cost of Playwright alone. */
function writeEmptyProject(folder) {
  mkdirSync(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('playwright.config.mjs', "export default { testDir: '.', workers: 1, reporter: 'line' };\n");
  write('nothing.spec.mjs', "import { test } from '@playwright/test';\ntest('does nothing', () => {});\n");
  return () => costOf([runner, 'test', '--config', 'playwright.config.mjs'], { cwd: folder });
}

/** Runs tests of the suite with seed 11 and reports in a new folder `out`; returns what that cost. */
export function costOfRun(out, words, variables = {}) {
  const places = { CONFORMANCE_OUT: out, PLAYWRIGHT_HTML_OUTPUT_DIR: `${out}.html` };
  const environment = { TARGET: 'embedded', SEED: '11', ...places, ...variables };
  return costOf([runner, 'test', '--output', `${out}.artifacts`, ...words], { variables: environment });
}

async function runOf(folder, words = [], variables = {}) {
  const out = join(folder, 'out');
  const cost = await costOfRun(out, words, variables);
  const { exchanges } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')).run;
  rmSync(out, { recursive: true });
  return { ...cost, exchanges };
}

async function roundsOf(variants, rounds) {
  const costs = [];
  for (let round = 0; round < rounds; round += 1) {
    const cost = {};
    for (const name of inTurn(Object.keys(variants), round)) cost[name] = await variants[name]();
    costs.push(cost);
  }
  return costs;
}

function figuresOf(costs) {
  const of = (name, kind) => median(costs.map((cost) => cost[name][kind]));
  const seconds = (name, kind) => `${of(name, kind).toFixed(1)} s`;
  return [
    ['whole', 'default run', 8],
    ['small', 'run of one file (capture)', undefined],
    ['single', 'run of one test', undefined],
  ].flatMap(([name, says, atMost]) =>
    ['wall', 'cpu'].map((kind) =>
      figure(
        `${says} / empty Playwright run, ${kind === 'cpu' ? 'CPU' : 'by the clock'}`,
        costs.map((cost) => cost[name][kind] / cost.empty[kind]),
        {
          unit: 'x',
          ...(atMost === undefined ? {} : { atMost }),
          note: `${seconds(name, kind)} for ${of(name, 'exchanges')} exchanges, ${seconds('empty', kind)}`,
        },
      ),
    ),
  );
}

/** Elapsed and CPU time of complete runs with all their processes, compared with an empty Playwright run. */
export async function measureRuns({ rounds = 1 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    const variants = {
      empty: writeEmptyProject(join(folder, 'empty')),
      whole: () => runOf(folder),
      small: () => runOf(folder, ['capture.spec']),
      single: () => runOf(folder, ['payout.spec', '-g', 'of minimal shape'], { CONFORMANCE_RUNS: '1' }),
    };
    // Warm-up: code that is compiled once is compiled here.
    await variants.empty();
    await variants.single();
    return figuresOf(await roundsOf(variants, rounds));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** CPU seconds of the full proof. */
export async function measureProof() {
  const { wall, cpu } = await costOf([command, 'prove']);
  return [
    figure('npm run prove with all its kinds', cpu, {
      unit: 's CPU',
      atMost: 120,
      note: `${wall.toFixed(0)} s by the clock`,
    }),
  ];
}
