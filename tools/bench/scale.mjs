import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openBulk } from '../../dist/targets/transport/bulk.js';
import { withEndpoint } from './endpoint.mjs';
import { cpuOf, figure, inParallel, median } from './measure.mjs';
import { openWholeClient } from './whole-client.mjs';

const width = 8;
const steps = 10;

// The cost of the middle of some stretches: one pause of the machine must not decide.
async function stretchCosts(count, exchange) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const size = Math.floor(count / steps);
  const costs = [];
  for (let step = 0; step < steps; step += 1) {
    const some = numbers.slice(step * size, (step + 1) * size);
    costs.push((await cpuOf(() => inParallel(some, width, exchange))) / some.length);
  }
  return costs;
}

/** Whether an exchange costs the same at the end of a long run as near its beginning, and what its evidence takes. */
export async function measureScale({ few, many }) {
  return withEndpoint(async ({ url }) => {
    const bulk = openBulk({ tls: { verify: true } });
    const client = await openWholeClient(url, bulk.send);
    try {
      const costs = await stretchCosts(many, async (number) => {
        await client.exchange(number);
        client.judged.length = 0;
      });
      const perStep = many / steps;
      const early = costs.slice(
        Math.max(1, Math.floor(few / perStep) - 2),
        Math.max(3, Math.floor(few / perStep) + 1),
      );
      const late = costs.slice(-3);
      const written = statSync(join(client.out, 'parts', 'worker-0.ndjson')).size;
      const gathering = await cpuOf(() => client.gather());
      const kept = statSync(join(client.out, 'exchanges.ndjson')).size;
      return [
        figure(`cost of an exchange at ${many} / at ${few}`, median(late) / median(early), {
          unit: 'x',
          atMost: 1.1,
          note: `${median(early).toFixed(2)} and ${median(late).toFixed(2)} ms`,
        }),
        figure('evidence while a run goes on', written / many / 1000, { unit: 'kB/exchange' }),
        figure('evidence of a finished run', kept / many / 1000, {
          unit: 'kB/exchange',
          note: `${(kept / 1e6).toFixed(1)} MB, gathered in ${(gathering / 1000).toFixed(1)} s`,
        }),
        figure('evidence of a finished run, in all', kept / 1e6, { unit: 'MB', atMost: 30 }),
      ];
    } finally {
      client.close();
      await bulk.close();
    }
  });
}
