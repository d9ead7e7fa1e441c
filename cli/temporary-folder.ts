import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { holderOf, isAlive } from '../targets/lock.ts';

/** Returns the PID namespace, which each container has for itself; empty if unknown. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
  } catch {
    return '';
  }
}

const short = (number: string) => (number === '' ? '0' : Number(number).toString(36));

/**
 * Makes a private temporary folder for this process. The owner is in its name, so that the next command removes it if
 * this process cannot.
 */
export function makeTemporary(kind: string): string {
  const { pid, started = '' } = holderOf(process.pid);
  const owner = [pidNamespace(), String(pid), started].map(short).join('-');
  const all = tmpdir();
  try {
    return mkdtempSync(join(all, `conformance-${kind}-${owner}-`));
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `No temporary folder can be made in ${all} (${code}); the variable TMPDIR names another place.`,
    );
  }
}

/** Runs work whose temporary files go into the given folder. */
export async function withTemporaryFiles<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

const owned = /^conformance-[a-z]+-([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)-[A-Za-z0-9]{6}$/;

// Only folders of this user, from this PID namespace, whose process is dead.
function isLeft(folder: string, [, room = '', pid = '', started = '']: RegExpExecArray): boolean {
  if (room !== short(pidNamespace())) return false;
  const since = started === '0' ? {} : { started: String(Number.parseInt(started, 36)) };
  if (isAlive({ pid: Number.parseInt(pid, 36), ...since })) return false;
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const written: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EBUSY']);

/** Removes a folder; if an ending process still writes to it, it is left for the next command. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!written.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}

/** Removes the temporary folders of killed processes. */
export function sweepTemporary(): void {
  const all = tmpdir();
  for (const name of namesIn(all)) {
    const owner = owned.exec(name);
    const folder = join(all, name);
    if (owner !== null && isLeft(folder, owner)) removeFolder(folder);
  }
}
