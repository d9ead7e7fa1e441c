import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { practiceKey } from '../../dist/modules/cli/embedded.js';
import { readEvidence } from '../../dist/modules/reports/evidence.js';
import { withEndpoint } from './endpoint.mjs';
import { figure } from './measure.mjs';
import { costOfRun } from './runs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const most = { requests: 100_000, amountPerRequest: '999999999', amountTotal: '999999999999' };

/** A run against a delayed service: number of requests, and seconds from first request to last answer and in total. */
async function runOver(latencyMs, limits, words) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-flight-'));
  try {
    return await withEndpoint(async ({ url }) => {
      const { $schema: _, ...embedded } = JSON.parse(
        readFileSync(join(root, 'targets', 'mock.json'), 'utf8'),
      );
      const target = { ...embedded, name: 'slow', environment: 'sandbox', baseUrl: url };
      const file = join(folder, 'target.json');
      writeFileSync(file, JSON.stringify({ ...target, limits: { ...most, ...limits } }));
      const out = join(folder, 'out');
      process.env.CONFORMANCE_MOCK_KEY = practiceKey;
      const { wall } = await costOfRun(out, words, { TARGET: file });
      const times = readEvidence(out).exchanges.flatMap(({ times: one }) => one ?? []);
      const first = Math.min(...times.map(({ sentAt }) => sentAt));
      const last = Math.max(...times.map(({ answeredAt }) => answeredAt));
      return { requests: times.length, seconds: (last - first) / 1000, wall };
    }, latencyMs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compares the time from first request to last answer with the minimum that latency and rate limit allow. */
export async function measureFlight({ latencies, widths, rates, words }) {
  const figures = [];
  const what = words.length === 0 ? 'default run' : `run ${words.join(' ')}`;
  const add = ({ requests, seconds, wall }, says, bound, goal) =>
    figures.push(
      figure(`${what}, ${says}: from first to last answer / bound`, seconds / bound, {
        unit: 'x',
        // A run of few tests takes as long as its longest test.
        ...(words.length === 0 ? goal : {}),
        note: `${requests} requests, ${seconds.toFixed(1)} s of ${bound.toFixed(1)} s, command ${wall.toFixed(1)} s`,
      }),
    );
  for (const latencyMs of latencies)
    for (const concurrent of widths) {
      const found = await runOver(latencyMs, { concurrent, requestsPerSecond: 100_000 }, words);
      // Without latency, the bound assumes one millisecond per answer.
      const bound = (found.requests * Math.max(1, latencyMs)) / 1000 / concurrent;
      const goal = latencyMs === 150 && concurrent === 8 ? { atMost: 1.25 } : {};
      add(found, `${latencyMs} ms, ${concurrent} at a time`, bound, goal);
    }
  for (const perSecond of rates) {
    const found = await runOver(50, { concurrent: 8, requestsPerSecond: perSecond }, words);
    add(found, `${perSecond} requests a second`, found.requests / perSecond, { atMost: 1.05 });
  }
  return figures;
}
