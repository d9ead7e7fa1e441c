#!/usr/bin/env node
// Measures what the suite costs, as ratios within one run; see the goals beside the figures.
// Usage: npm run bench [-- --full] [-- --json] [-- --only start,generators,bulk,scale,endpoint,runs]
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { installMissing } from './install.mjs';

function readOptions() {
  const options = { full: { type: 'boolean' }, json: { type: 'boolean' }, only: { type: 'string' } };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(
      `${error.message.split('.')[0]}. Options: --full, --json, --only start,generators,bulk,scale,endpoint,runs\n`,
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
  const { rows, batchMs, paymentMs } = await measureGenerators(undefined, full ? 300 : 30);
  return [
    ...rows
      .filter(({ shape }) => shape === 'any')
      .map(({ operation, perSecond, fakerShare, fastCheckShare }) =>
        figure(`generated ${operation} requests`, perSecond, {
          unit: '/s',
          note: `Faker ${Math.round(fakerShare * 100)} %, fast-check ${Math.round(fastCheckShare * 100)} %`,
        }),
      ),
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
  runs: async () => (await import('./bench/runs.mjs')).measureRuns(),
};

const wanted = values.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.find((name) => !(name in parts));
if (unknown !== undefined) {
  process.stderr.write(`--only takes ${Object.keys(parts).join(', ')}; received "${unknown}".\n`);
  process.exit(2);
}

const shown = (number) => (number >= 100 ? number.toFixed(0) : number.toFixed(2));
const goalOf = ({ atMost, atLeast }) =>
  atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : '';

function printFigure({ name, measured, unit, met, note, ...goal }) {
  const mark = met === undefined ? ' ' : met ? '✓' : '✗';
  const columns = [name.padEnd(58), `${shown(measured)} ${unit}`.padStart(18), goalOf(goal).padEnd(12)];
  console.log(`${mark} ${columns.join('  ')}  ${note ?? ''}`.trimEnd());
}

if (!json)
  console.log('Ratios within this run; absolute figures say as much about the machine as about the suite.\n');
const figures = [];
for (const name of wanted) {
  const found = await parts[name]();
  figures.push(...found.map((one) => ({ part: name, ...one })));
  if (!json) for (const one of found) printFigure(one);
}
if (json) console.log(JSON.stringify({ full, node: process.version, figures }, null, 2));
