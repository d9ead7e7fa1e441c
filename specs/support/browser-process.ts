import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FetchScript } from '../../targets/sending/page-scripts.ts';

/** The browser process ended; `excess` is true if the page received or sent too much data. */
export class BrowserEnded extends Error {
  override readonly name = 'BrowserEnded';
  readonly excess: boolean;
  constructor(why: string, excess: boolean) {
    super(why);
    this.excess = excess;
  }
}

/** A separate process that holds a browser; it ends with this process and its folder is removed. */
export interface BrowserProcess {
  /**
   * Runs a task; `fetchScript` supplies the scripts of its page. Rejects with `BrowserEnded` when the process ends
   * first or takes longer than `patience` milliseconds, after which it is killed.
   */
  ask<Result>(
    task: 'launch' | 'visit',
    given: object,
    patience: number,
    fetchScript?: FetchScript,
  ): Promise<Result>;
  readonly ended: boolean;
  close(): Promise<void>;
}

const script = fileURLToPath(new URL('visiting/process.mjs', import.meta.url));

/** Retries the removal of the folder after 50 ms, 100 ms and so on, ten seconds in all. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

/** Most private memory, in bytes, that the pages of a visit may use. */
const mostMemory = 700 * 1024 * 1024;

/** The environment of the browser process: where Playwright keeps its browsers and its compiled code. */
function ownEnvironment(folder: string): Record<string, string> {
  const packages = ['PLAYWRIGHT_BROWSERS_PATH', 'NODE_COMPILE_CACHE'];
  const kept = ['HOME', 'PATH', 'XDG_CACHE_HOME', 'LOCALAPPDATA', 'SystemRoot', ...packages];
  const known = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(known), TMPDIR: folder, TEMP: folder, TMP: folder };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Kills child processes not yet reported: a browser still starting would go on writing to the folder. */
function endLeft(folder: string): void {
  if (process.platform !== 'linux') return;
  // Each round may find processes started during the previous one.
  for (let round = 0; round < 20; round += 1) {
    const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && belongsTo(name, folder));
    if (left.length === 0) return;
    for (const pid of left) endGroup(Number(pid));
  }
}

function belongsTo(pid: string, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TMPDIR=${folder}`);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

interface Told {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly fatal?: string;
  /** A script that the page requests; the answer repeats `ticket`. */
  readonly wants?: { readonly url: string; readonly ticket: number };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  readonly fetchScript: FetchScript | undefined;
}

async function fetched(url: string, fetchScript: FetchScript | undefined): ReturnType<FetchScript> {
  try {
    return await fetchScript?.(url);
  } catch {
    // The result of the page shows what happens without the script.
    return undefined;
  }
}

/** Starts the process; it and the browser write only to the folder. */
export function startBrowserProcess(folder: string): BrowserProcess {
  const child: ChildProcess = fork(script, [folder], {
    env: ownEnvironment(folder),
    execArgv: ['--max-old-space-size=512', '--max-semi-space-size=4'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Only the test receives Ctrl-C; it then closes this process.
    detached: true,
  });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let browser: number | undefined;
  let why: BrowserEnded | undefined;
  const endBoth = () => {
    endGroup(browser);
    endGroup(child.pid);
    endLeft(folder);
  };
  const end = () => {
    endBoth();
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The browser still writes there; the next run removes the folder.
    }
  };
  const removed = async () => {
    try {
      // Killed processes may still be ending.
      await rm(folder, removal);
      process.off('exit', end);
    } catch {
      // The removal is tried once more when this process ends.
    }
  };
  const over = new Promise<void>((resolve) => {
    const finish = (reason: string, excess = false) => {
      why ??= new BrowserEnded(reason, excess);
      endBoth();
      for (const { reject } of waiting.values()) reject(why);
      waiting.clear();
      void removed().then(resolve);
    };
    // The process aborts when the page posts or fetches more than its memory holds.
    child.once('exit', (_code, signal) => finish('the process of the browser ended', signal === 'SIGABRT'));
    child.once('error', (error) => finish(error.message));
  });
  process.once('exit', end);
  const hand = async ({ url, ticket }: NonNullable<Told['wants']>, fetchScript: FetchScript | undefined) => {
    const file = await fetched(url, fetchScript);
    if (child.connected) child.send({ ticket, file }, () => {});
  };
  child.on('message', ({ id, result, error, fatal, wants }: Told) => {
    if (fatal !== undefined) why = new BrowserEnded(fatal, true);
    const one = waiting.get(id ?? -1);
    if (one === undefined) return;
    if (wants !== undefined) return void hand(wants, one.fetchScript);
    waiting.delete(id ?? -1);
    if (error === undefined) one.resolve(result);
    else one.reject(new Error(error));
  });
  const giveUp = (reason: string, excess = false) => {
    why ??= new BrowserEnded(reason, excess);
    endGroup(browser);
    endGroup(child.pid);
  };
  return {
    get ended() {
      return why !== undefined;
    },
    async ask<Result>(task: 'launch' | 'visit', given: object, patience: number, fetchScript?: FetchScript) {
      asked += 1;
      const id = asked;
      const late = setTimeout(() => giveUp(`the browser did not end within ${patience} ms`), patience);
      const memory = watchMemory(child.pid);
      const watch = setInterval(() => {
        if (memory() > mostMemory) giveUp(`the page took more than ${mostMemory} bytes of memory`, true);
      }, 200);
      try {
        const result = await new Promise<unknown>((resolve, reject) => {
          if (why !== undefined) reject(why);
          waiting.set(id, { resolve, reject, fetchScript });
          child.send({ id, task, given }, (error) => error && reject(error));
        });
        if (task === 'launch') browser = (result as { pid?: number }).pid;
        return result as Result;
      } finally {
        clearTimeout(late);
        clearInterval(watch);
      }
    },
    async close() {
      giveUp('it was closed');
      await over;
    },
  };
}

function numberIn(file: string, pattern: RegExp): number | undefined {
  try {
    const [, found] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
    return found === undefined ? undefined : Number(found);
  } catch {
    // The process has ended in the meantime.
    return undefined;
  }
}

/**
 * Returns a function that measures the private memory, in bytes, of the descendants of a process; 0 except on Linux.
 * The parent of each process is read only once, since a machine may run hundreds of others.
 */
function watchMemory(ancestor: number | undefined): () => number {
  if (ancestor === undefined || process.platform !== 'linux') return () => 0;
  let parents = new Map<number, number>();
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || isBelow(parents.get(pid)));
  return () => {
    const before = parents;
    parents = new Map();
    for (const name of readdirSync('/proc')) {
      if (!/^[0-9]+$/.test(name)) continue;
      const pid = Number(name);
      const parent = before.get(pid) ?? numberIn(`/proc/${name}/stat`, /\) . ([0-9]+)/);
      if (parent !== undefined) parents.set(pid, parent);
    }
    return [...parents.keys()]
      .filter(isBelow)
      .reduce((sum, pid) => sum + (numberIn(`/proc/${pid}/status`, /^RssAnon:\s+([0-9]+)/m) ?? 0) * 1024, 0);
  };
}
