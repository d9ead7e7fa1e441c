import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEvidence } from '../../dist/reports/evidence.js';
import { redactExchange } from '../../dist/reports/redact.js';
import { judge } from '../../dist/schemas/judge.js';
import { openBulk } from '../../dist/targets/transport/bulk.js';
import { openContext } from '../../dist/targets/transport/context.js';
import { openBareClient } from './bare-client.mjs';
import { withEndpoint } from './endpoint.mjs';
import { cpuOf, figure, inParallel, median } from './measure.mjs';
import { generate, openWholeClient } from './whole-client.mjs';

const width = 8;

/** Sends what the whole client would send, through a transport and nothing else. */
async function plain(wires, open) {
  return withEndpoint(async ({ url }) => {
    const { send, close } = await open();
    const moved = wires.map((wire) => ({ ...wire, url: url + new URL(wire.url).pathname }));
    await inParallel(moved.slice(0, 20), width, send);
    const ms = await cpuOf(() => inParallel(moved.slice(20), width, send));
    await close();
    return ms / (moved.length - 20);
  });
}

const route = { tls: { verify: true } };
const openings = {
  context: () => openContext(route),
  bulk: async () => openBulk(route),
  bare: async () => openBareClient(width),
};

/** Generates, signs, sends, judges, masks and records; returns the cost of one exchange and what was sent and judged. */
async function whole(numbers, open) {
  return withEndpoint(async ({ url }) => {
    const { send, close } = await open();
    const wires = [];
    const client = await openWholeClient(url, (wire) => {
      wires.push(wire);
      return send(wire);
    });
    await inParallel(numbers.slice(0, 20), width, client.exchange);
    const ms = await cpuOf(() => inParallel(numbers.slice(20), width, client.exchange));
    client.gather();
    client.close();
    await close();
    return { ms: ms / (numbers.length - 20), wires, judged: client.judged };
  });
}

/** What the parts of the client cost by themselves, in milliseconds per exchange. */
async function partsOf(judged, numbers) {
  const each = async (act) => (await cpuOf(() => judged.forEach(act))) / judged.length;
  const generating = (await cpuOf(() => numbers.forEach(generate))) / numbers.length;
  const judging = await each(({ exchange }) => judge(exchange));
  const masking = await each((one) => redactExchange(one));
  const out = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  const evidence = openEvidence(out, 0);
  const recording = await each((one) => evidence.record(one));
  evidence.close();
  rmSync(out, { recursive: true, force: true });
  return { generating, judging, masking, writing: Math.max(0, recording - masking) };
}

/** CPU per exchange of the whole client as ratios to a bare client and to Playwright's bare context, same bodies, same round. */
export async function measureBulk({ exchanges = 400, rounds = 3 } = {}) {
  const costs = [];
  for (let round = 0; round <= rounds; round += 1) {
    const count = round === 0 ? 200 : exchanges;
    const numbers = Array.from({ length: count }, (_, at) => round * 10_000 + at);
    const overContext = await whole(numbers, openings.context);
    const overBulk = await whole(numbers, openings.bulk);
    const cost = {
      overContext: overContext.ms,
      overBulk: overBulk.ms,
      context: await plain(overContext.wires, openings.context),
      bulk: await plain(overContext.wires, openings.bulk),
      bare: await plain(overContext.wires, openings.bare),
      ...(await partsOf(overBulk.judged, numbers)),
    };
    // The first round warms up.
    if (round > 0) costs.push(cost);
  }
  const ratio = (of, to) => median(costs.map((cost) => cost[of] / cost[to]));
  const share = (part) => ({
    unit: 'of it',
    note: `${median(costs.map((cost) => cost[part])).toFixed(3)} ms`,
  });
  return [
    figure('bulk exchange through the whole client / bare client', ratio('overBulk', 'bare'), {
      unit: 'x',
      atMost: 2.5,
      note: `${median(costs.map(({ overBulk }) => overBulk)).toFixed(3)} ms`,
    }),
    figure("the same through Playwright's context / bare client", ratio('overContext', 'bare'), {
      unit: 'x',
    }),
    figure('transport for bulk bare / bare client', ratio('bulk', 'bare'), { unit: 'x' }),
    figure("Playwright's context bare / bare client", ratio('context', 'bare'), { unit: 'x' }),
    figure("whole client / Playwright's context bare", ratio('overContext', 'context'), {
      unit: 'x',
      atMost: 1.3,
    }),
    figure('judging: share of a bulk exchange', ratio('judging', 'overBulk'), share('judging')),
    figure('masking: share of a bulk exchange', ratio('masking', 'overBulk'), share('masking')),
    figure('writing: share of a bulk exchange', ratio('writing', 'overBulk'), share('writing')),
    figure('generating: share of a bulk exchange', ratio('generating', 'overBulk'), share('generating')),
  ];
}
