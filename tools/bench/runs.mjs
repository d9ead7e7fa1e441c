import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figure, wallOf } from './measure.mjs';

const command = fileURLToPath(new URL('../../cli/conformance.mjs', import.meta.url));

async function timed(...words) {
  const out = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    let exchanges = 0;
    const ms = await wallOf(async () => {
      const run = spawnSync(process.execPath, [command, 'run', '--seed', '11', '--out', out, ...words], {
        encoding: 'utf8',
      });
      if (run.status === null || run.status > 1) throw new Error(`a run failed:\n${run.stdout}${run.stderr}`);
      exchanges = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')).run.exchanges;
    });
    return { ms, exchanges };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Wall time of a default run beside a run of one test with one case: start, endpoint, reports and nothing else. */
export async function measureRuns() {
  const empty = await timed('--operation', 'payout', '--runs', '1', '--grep', 'of minimal shape');
  const whole = await timed();
  return [
    figure('default run / run of one test (wall)', whole.ms / empty.ms, {
      unit: 'x',
      atMost: 5,
      note: `${(whole.ms / 1000).toFixed(1)} s for ${whole.exchanges} exchanges, ${(empty.ms / 1000).toFixed(1)} s for ${empty.exchanges}`,
    }),
  ];
}
