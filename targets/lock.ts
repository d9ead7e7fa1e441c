import { appendFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../reports/replace-file.ts';
import { ConfigurationError } from './configuration-error.ts';

/** A process; its start distinguishes it from a later one with the same number. */
export interface Holder {
  readonly pid: number;
  /** Clock ticks of the system; absent if unknown (known on Linux). */
  readonly started?: string;
}

/** Returns a running process by its number. */
function holderOf(pid: number): Holder {
  const started = startOf(pid);
  return started === undefined ? { pid } : { pid, started };
}

/** Returns whether the process still runs. */
export function isAlive({ pid, started }: Holder): boolean {
  const now = startOf(pid);
  return now === (started ?? now) && isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Linux reuses process numbers.
function startOf(pid: number): string | undefined {
  try {
    const [, state, ...facts] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ');
    // An ended process keeps its number until its parent reads its status.
    return state === 'Z' ? 'ended' : facts[18];
  } catch {
    return undefined;
  }
}

const lockIn = (folder: string) => join(folder, 'lock');
const own = () => `${JSON.stringify(holderOf(process.pid))}\n`;

/** Locks a folder, and returns how to release it; throws `ConfigurationError` while a live process holds it. */
export function lockFolder(folder: string): () => void {
  const file = lockIn(folder);
  const inUse = (by = 'another process') =>
    new ConfigurationError(`${folder} is in use by ${by}; wait for its end.`);
  makeFolder(folder);
  if (!created(file)) {
    takeOver(file, inUse);
    if (!created(file)) throw inUse();
  }
  return () => rmSync(file, { force: true });
}

/** Adds this process to those that hold a locked folder; another one of them removes the lock. */
export function joinLock(folder: string): void {
  appendFileSync(lockIn(folder), own());
}

function created(file: string): boolean {
  try {
    writeFileSync(file, own(), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of dead processes; throws for a lock of a live process. */
function takeOver(file: string, inUse: (by?: string) => ConfigurationError): void {
  const before = livingIn(file);
  if (before !== undefined) throw inUse(`process ${before.pid}`);
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    throw inUse();
  }
  // Another process took the lock over in between, so its lock is put back.
  const other = livingIn(aside);
  if (other !== undefined) linkSync(aside, file);
  rmSync(aside, { force: true });
  if (other !== undefined) throw inUse(`process ${other.pid}`);
}

// A line that cannot be read was being written when its process died.
function livingIn(file: string): Holder | undefined {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Holder).find(isAlive);
  } catch {
    return undefined;
  }
}
