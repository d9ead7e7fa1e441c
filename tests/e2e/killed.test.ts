import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder } from '../../cli/run/folder-lock.ts';
import { startConformance } from './command.ts';
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
  readonly command: Seen;
  readonly runner: Seen;
  readonly worker: Seen;
  readonly holder: Seen;
  readonly browser: Seen;
}

/** The processes of a run that shows a page at this moment. */
function runningIn(folder: string, command: number): Running {
  const all = processesIn(folder);
  const holder = all.find(({ words }) => words.includes('visiting/process.'));
  const worker = holder && seen(holder.parent);
  const runner = worker && seen(worker.parent);
  const browser = all.find(({ parent, words }) => parent === holder?.pid && /chrom/i.test(words));
  const own = seen(command);
  if (holder && worker && runner && browser && own) return { command: own, runner, worker, holder, browser };
  throw new Error('no page is shown yet');
}

const never = '<!doctype html><form name="theForm" method="post" action="/v1/checkout"></form>';
// Where the system tells no environment of a process, none of them is found.
const told = process.platform === 'linux';

/** Starts a run that shows pages which never post, kills some of its processes, and waits until none is left. */
async function killed(which: (running: Running) => readonly Seen[]) {
  const folder = makeFolder();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  // Sockets would not fit into this folder, so the run takes one among the temporary ones.
  const out = join(folder, 'x'.repeat(80));
  const service = await startRecording((_sent, { type, text }) => ({
    text: /html/.test(type) ? never : text,
    headers: {},
  }));
  onTestFinished(() => service.close());
  // A slow answer of a busy machine would be no page.
  const target = writeTarget(folder, service.url);
  const words = ['run', '--seed', '7', '--runs', '1', '--workers', '1', '--operation', 'redirect-payment'];
  const started = startConformance(
    [
      ...words,
      '--grep',
      'minimal shape by itself',
      '--skip-opening',
      '--skip-allure',
      '--out',
      out,
      '--target',
      target,
    ],
    { TMPDIR: temporary },
  );
  const pid = started.process.pid ?? 0;
  const running = await vi.waitFor(() => runningIn(temporary, pid), { timeout: 120_000, interval: 50 });
  expect(readdirSync(temporary)).not.toEqual([]);
  // All are held first: what sees another one die ends by itself, and could not be killed any more.
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const)
    for (const one of which(running)) process.kill(one.pid, signal);
  const ended = await started.ended;
  await vi.waitFor(() => expect(processesIn(temporary)).toEqual([]), { timeout: 120_000, interval: 50 });
  return { ended, temporary, folder };
}

test.runIf(told).each<[string, (running: Running) => readonly Seen[]]>([
  ['the runner', ({ runner }) => [runner]],
  ['a worker', ({ worker }) => [worker]],
  ['the process of the browser', ({ holder }) => [holder]],
])(
  'no process and no temporary file outlives a run of which %s is killed',
  async (_who, which) => {
    const { ended, temporary } = await killed(which);
    // A browser that is killed while it starts is one that does not start, and pages are not tested then.
    expect(`${ended.status} ${ended.text}`).toMatch(/^(?!0 )|no browser starts/);
    expect(readdirSync(temporary)).toEqual([]);
  },
  300_000,
);

test.runIf(told)(
  'what a run leaves that is killed whole goes with the next start',
  async () => {
    const { temporary, folder } = await killed(({ command, runner, worker, holder }) => [
      command,
      runner,
      worker,
      holder,
    ]);
    expect(readdirSync(temporary)).not.toEqual([]);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    lockFolder(join(folder, 'next')).release();
    expect(readdirSync(temporary)).toEqual([]);
  },
  300_000,
);
