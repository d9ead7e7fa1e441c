import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPlaywright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly words: string;
}

function seen(pid: number): Seen | undefined {
  try {
    const [, parent = ''] = /\) . ([0-9]+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { pid, parent: Number(parent), words: readFileSync(`/proc/${pid}/cmdline`, 'latin1') };
  } catch {
    return undefined;
  }
}

/** The processes whose environment names a folder for temporary files. */
function processesIn(folder: string): readonly Seen[] {
  const pids = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder)) return [];
    } catch {
      return [];
    }
    return seen(Number(pid)) ?? [];
  });
}

interface Running {
  readonly runner: Seen;
  readonly worker: Seen;
  readonly browser: Seen;
}

/** The processes of a run that shows a page at this moment. */
function runningIn(folder: string, pid: number): Running {
  // The browser itself, not one of its parts.
  const browser = processesIn(folder).find(({ words }) => words.includes('--remote-debugging-pipe'));
  const worker = browser && seen(browser.parent);
  const runner = seen(pid);
  if (worker && runner && browser) return { runner, worker, browser };
  throw new Error('no page is shown yet');
}

const never = '<!doctype html><form name="theForm" method="post" action="/v1/checkout"></form>';
// Where the system tells no environment of a process, none of them is found.
const told = process.platform === 'linux';

/** Starts a run that shows pages which never post, kills one of its processes, and waits until none is left. */
async function killed(which: (running: Running) => Seen) {
  const folder = makeFolder();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const service = await startRecording((_sent, { type, text }) => ({
    text: /html/.test(type) ? never : text,
    headers: {},
  }));
  onTestFinished(() => service.close());
  // A slow answer of a busy machine would be no page.
  const variables = { TARGET: writeTarget(folder, service.url), SEED: '7', CONFORMANCE_RUNS: '1' };
  const words = ['auto-posting-page.spec', '-g', 'minimal shape by itself', '--no-deps', '--workers', '1'];
  const started = startPlaywright(folder, words, { ...variables, TMPDIR: temporary });
  const pid = started.process.pid ?? 0;
  const running = await vi.waitFor(() => runningIn(temporary, pid), { timeout: 120_000, interval: 50 });
  process.kill(which(running).pid, 'SIGKILL');
  const ended = await started.ended;
  await vi.waitFor(() => expect(processesIn(temporary)).toEqual([]), { timeout: 120_000, interval: 50 });
  return ended;
}

test.runIf(told).each<[string, (running: Running) => Seen]>([
  ['the runner', ({ runner }) => runner],
  ['a worker', ({ worker }) => worker],
  ['the browser', ({ browser }) => browser],
])(
  'no process outlives a run of which %s is killed',
  async (_who, which) => {
    const { status, text } = await killed(which);
    // A browser that is killed while it starts is one that does not start, and pages are not tested then.
    expect(`${status} ${text}`).toMatch(/^(?!0 )|no browser starts/);
  },
  300_000,
);
