import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { findHostile } from '../../mock/hostile/proven/registry.ts';
import { serveHostile } from '../../proof/serve-wrong.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { runIn, startPlaywright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

/** All processes of a run together, in bytes (docs/reports.md). */
const mostMemory = 1_000_000_000;

function numberIn(file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(file, 'latin1'))?.[1] ?? 0);
  } catch {
    // The process has ended in the meantime.
    return 0;
  }
}

/** A process and all that it started. */
function treeOf(root: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^[0-9]+$/.test(name))
      .map((pid) => [Number(pid), numberIn(`/proc/${pid}/stat`, /\) . ([0-9]+)/)] as const),
  );
  const isBelow = (pid: number): boolean =>
    pid === root || (pid > 1 && parents.has(pid) && isBelow(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isBelow);
}

const bytesOf = (pids: readonly number[], file: string, pattern: RegExp) =>
  pids.reduce((sum, pid) => sum + numberIn(`/proc/${pid}/${file}`, pattern) * 1024, 0);

/**
 * Most bytes that processes took, what they share counted once. That takes the system long to count, so it is counted when
 * they take more than before with what they share counted for each.
 */
function watchMemory(root: number): () => number {
  let [most, mostWithShared] = [0, 0];
  const watch = setInterval(() => {
    const pids = treeOf(root);
    const withShared = bytesOf(pids, 'status', /^VmRSS:\s+([0-9]+)/m);
    if (withShared < mostWithShared) return;
    mostWithShared = withShared;
    most = Math.max(most, bytesOf(pids, 'smaps_rollup', /^Pss:\s+([0-9]+)/m));
  }, 400);
  return () => {
    clearInterval(watch);
    return most;
  };
}

const pages = ['redirect-payment', 'malformed|signature|shape|boundary'] as const;

// Long answers, and pages that a browser opens beside them: tests of a whole run, as many as fill its memory.
test.runIf(process.platform === 'linux').each([['enlarges-by-a-text', ...pages]])(
  'all processes of a run against %s (%s) stay below a gigabyte',
  async (name, operation, tests) => {
    const hostile = findHostile(name);
    if (hostile === undefined) throw new Error(`${name} is gone`);
    const { targetFile: target, variables, close } = await serveHostile(hostile);
    onTestFinished(close);
    const folder = makeFolder();
    const started = startPlaywright(
      folder,
      ['-g', `(?:${tests}).*@${operation}`, '--workers', '2', '--no-deps'],
      {
        ...variables,
        TARGET: target,
        SEED: '1',
        CONFORMANCE_RUNS: '1',
      },
    );
    const mostMemoryOf = watchMemory(started.process.pid ?? 0);
    const { text } = await started.ended;
    const most = mostMemoryOf();
    expect(most, text).toBeGreaterThan(100_000_000);
    expect(most, text).toBeLessThan(mostMemory);
    const bodies = readEvidence(runIn(folder)).exchanges.map(({ received }) =>
      received.kind === 'answer'
        ? (received.shortened?.length ?? received.body.length) + (received.blanks ?? 0)
        : 0,
    );
    expect(bodies.filter((length) => length > 1_000_000).length).toBeGreaterThan(15);
  },
  600_000,
);
