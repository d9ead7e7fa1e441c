import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { planRun } from '../../dist/modules/cli/project/run-plan.js';
import { reportSilently } from '../../dist/modules/reports/run/finish-run.js';
import { openTransport } from '../../dist/modules/targets/transport/client.js';
import { withEndpoint } from './endpoint.mjs';
import { collectGarbage, cpuOf, figure, inParallel, median, wallOf } from './measure.mjs';
import { openWholeClient } from './whole-client.mjs';

const width = 8;
const steps = 10;

/** Heap bytes in use after garbage collection. */
function held() {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

// Measures stretches of exchanges; callers take a median, so that one pause of the machine does not matter.
async function stretchesOf(count, exchange) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const size = Math.floor(count / steps);
  const stretches = [];
  for (let step = 0; step < steps; step += 1) {
    const some = numbers.slice(step * size, (step + 1) * size);
    const ms = (await cpuOf(() => inParallel(some, width, exchange))) / some.length;
    stretches.push({ ms, heap: held() });
  }
  return stretches;
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Compares the cost of an exchange at the end and near the start of a long run, and measures its report. */
export async function measureScale({ few, many }) {
  return withEndpoint(async ({ url }) => {
    const bulk = openTransport({ tls: { verify: true } });
    const client = await openWholeClient(url, bulk.send, 'mixed');
    try {
      const stretches = await stretchesOf(many, client.exchange);
      client.endEvidence();
      const at = Math.round((few / many) * steps);
      const early = stretches.slice(Math.max(1, at - 1), at + 1);
      const late = stretches.slice(-2);
      const middle = (some, name) => median(some.map((stretch) => stretch[name]));
      const growth = (name) => middle(late, name) / middle(early, name);
      const written = statSync(join(client.out, 'parts', 'worker-0.ndjson')).size;
      const plan = planRun(client.settings);
      let ms = 0;
      const cpu = await cpuOf(async () => {
        ms = await wallOf(() => reportSilently(plan, { suiteErrors: [], interruptions: [], skipped: [] }));
      });
      const evidence = statSync(join(client.out, 'exchanges.ndjson.gz')).size;
      return [
        figure(`cost of an exchange at ${many} / at ${few}`, growth('ms'), {
          unit: 'x',
          atMost: 1.05,
          note: `${middle(early, 'ms').toFixed(2)} and ${middle(late, 'ms').toFixed(2)} ms`,
        }),
        figure(`memory of a worker at ${many} exchanges / at ${few}`, growth('heap'), {
          unit: 'x',
          atMost: 1.1,
          note: `${stretches.map(({ heap }) => (heap / 1e6).toFixed(0)).join(', ')} MB`,
        }),
        figure('evidence while a run goes on', written / many / 1000, { unit: 'kB/exchange' }),
        figure(`report of ${many} exchanges`, cpu / 1000, {
          unit: 's CPU',
          ...(many === 10_000 ? { atMost: 6 } : {}),
          note: `${(ms / 1000).toFixed(1)} s by the clock; gathered, judged as a run, every file but those of Allure`,
        }),
        figure(`evidence of ${many} exchanges`, evidence / 1e6, {
          unit: 'MB',
          ...(many === 10_000 ? { atMost: 25 } : {}),
          note: `${(bytesIn(client.out) / 1e6).toFixed(1)} MB with all reports`,
        }),
      ];
    } finally {
      client.close();
      await bulk.close();
    }
  });
}
