#!/usr/bin/env node
// Measures the cost of the suite as ratios within one run (median and range of interleaved rounds), and the goals.
// Usage: npm run bench [-- --full] [-- --json] [-- --only start,generators,bulk,scale,endpoint,runs,flight,proof]
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { standings } from './bench/goals.mjs';
import { build } from './build.mjs';
import { installMissing } from './install.mjs';

function readOptions() {
  const options = { full: { type: 'boolean' }, json: { type: 'boolean' }, only: { type: 'string' } };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(
      `${error.message.split('.')[0]}. Options: --full, --json, --only start,generators,bulk,scale,endpoint,runs,flight,proof\n`,
    );
    return process.exit(2);
  }
}

const values = readOptions();
const { full = false, json = false } = values;

installMissing(fileURLToPath(new URL('..', import.meta.url)));
build();

async function measureGenerating() {
  const { measureGenerators } = await import('./bench-generators.mjs');
  const { figure } = await import('./bench/measure.mjs');
  const { rows, personMs, batchMs, paymentMs } = await measureGenerators(undefined, full ? 300 : 30);
  return [
    ...rows
      .filter(({ shape }) => shape === 'any')
      .map(({ operation, perSecond }) =>
        figure(`generated ${operation} requests`, perSecond, { unit: '/s' }),
      ),
    figure('generating a made-up person', personMs, { unit: 'ms' }),
    figure('generating a refund batch of 50 entries', batchMs, { unit: 'ms', atMost: 5 }),
    figure('generating a payment with all fields', paymentMs, { unit: 'ms', atMost: 3 }),
  ];
}

/** The parts of the benchmark, in order. */
const parts = {
  start: async () => (await import('./bench/start.mjs')).measureStart(),
  generators: measureGenerating,
  bulk: async () =>
    (await import('./bench/bulk.mjs')).measureBulk(full ? { exchanges: 1000, rounds: 5 } : {}),
  scale: async () =>
    (await import('./bench/scale.mjs')).measureScale(
      full ? { few: 2000, many: 10_000 } : { few: 500, many: 2000 },
    ),
  endpoint: async () =>
    (await import('./bench/endpoint-load.mjs')).measureEndpoint({ requests: full ? 100_000 : 20_000 }),
  runs: async () => (await import('./bench/runs.mjs')).measureRuns(full ? { rounds: 3 } : {}),
  // A service with latency: one operation, or a full run.
  flight: async () =>
    (await import('./bench/flight.mjs')).measureFlight(
      full
        ? { latencies: [0, 50, 150, 400], widths: [1, 8, 32], rates: [2, 10, 50], words: [] }
        : { latencies: [150], widths: [1, 8, 32], rates: [10, 50], words: ['-g', '@payout'] },
    ),
  // Takes some minutes, so only the full benchmark includes it.
  proof: async () => (await import('./bench/runs.mjs')).measureProof(),
};

const wanted = values.only?.split(',') ?? Object.keys(parts).filter((name) => full || name !== 'proof');
const unknown = wanted.find((name) => !(name in parts));
if (unknown !== undefined) {
  process.stderr.write(`--only takes ${Object.keys(parts).join(', ')}; received "${unknown}".\n`);
  process.exit(2);
}

const shown = (number) => (number >= 100 ? number.toFixed(0) : number.toFixed(2));
const markOf = (met) => (met === undefined ? ' ' : met ? '✓' : '✗');

function goalOf({ atMost, atLeast }) {
  const bounds = [
    atLeast === undefined ? '' : `at least ${atLeast}`,
    atMost === undefined ? '' : `at most ${atMost}`,
  ];
  return bounds.filter((bound) => bound !== '').join(', ');
}

function printFigure({ name, measured, range, unit, met, note, ...goal }) {
  const spread = range === undefined ? '' : `${range.map(shown).join(' to ')}`;
  const columns = [
    name.padEnd(64),
    `${shown(measured)} ${unit}`.padStart(18),
    spread.padEnd(18),
    goalOf(goal).padEnd(12),
  ];
  console.log(`${markOf(met)} ${columns.join('  ')}  ${note ?? ''}`.trimEnd());
}

function printGoals(rows) {
  console.log('\nGoals');
  for (const { says, today, goal, met } of rows) {
    const now = today.map((one) => (one === undefined ? 'not measured' : shown(one))).join(', ');
    console.log(`${markOf(met)} ${says.padEnd(60)}  ${now.padEnd(28)}  ${goal}`);
  }
}

const stamp = fileURLToPath(new URL('../dist/.built', import.meta.url));
const builtAt = statSync(stamp).mtimeMs;
if (!json)
  console.log(
    'Ratios within this run, median and range of its rounds; absolute figures say as much about the machine as about the suite.\n',
  );
const figures = [];
for (const name of wanted) {
  const found = await parts[name]();
  figures.push(...found.map((one) => ({ part: name, ...one })));
  if (!json) for (const one of found) printFigure(one);
}
if (statSync(stamp).mtimeMs !== builtAt) {
  process.stderr.write(
    'A source changed and was compiled in between: the figures hold that work too. Measure again.\n',
  );
  process.exit(1);
}
const goals = standings(figures);
if (json) console.log(JSON.stringify({ full, node: process.version, figures, goals }, null, 2));
else printGoals(goals);
