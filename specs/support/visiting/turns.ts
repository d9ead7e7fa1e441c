import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Turns of the workers of a run at something that many may do side by side, and one alone. */
export interface Turns {
  /** Works at the same time as others, but not as one that works alone. */
  beside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Works while nobody else does. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

const aloneMark = 'alone';
const besideMark = /^beside-([0-9]+)-/;
/** How often somebody who waits looks again, in milliseconds. */
const every = 20;

/** Takes turns with everybody who names the same folder; marks of processes that have ended do not count. */
export function takeTurns(folder: string): Turns {
  return {
    async beside(work) {
      const mark = join(folder, `beside-${process.pid}-${randomUUID()}`);
      for (;;) {
        await until(() => ownerOfAlone(folder) === undefined);
        write(folder, mark);
        // Whoever works alone marks first and looks then, and so does this one: one of the two sees the other.
        if (ownerOfAlone(folder) === undefined) break;
        release(folder, mark);
      }
      return worked(work, folder, mark);
    },
    async alone(work) {
      const own = join(folder, `wish-${process.pid}-${randomUUID()}`);
      const mark = join(folder, aloneMark);
      await until(() => claim(folder, own, mark));
      return worked(
        async () => {
          await until(() => !worksBeside(folder));
          return work();
        },
        folder,
        mark,
      );
    },
  };
}

async function worked<Result>(work: () => Promise<Result>, folder: string, mark: string): Promise<Result> {
  try {
    return await work();
  } finally {
    release(folder, mark);
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(every);
}

function write(folder: string, file: string): void {
  for (;;) {
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, String(process.pid));
      return;
    } catch (error) {
      // Somebody took the empty folder away in between.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Claims to be alone in one step, so that the mark is never seen without its owner. */
function claim(folder: string, own: string, mark: string): boolean {
  if (ownerOfAlone(folder) !== undefined) return false;
  write(folder, own);
  try {
    linkSync(own, mark);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** The process that works alone; the mark of one that has ended is taken away. */
function ownerOfAlone(folder: string): number | undefined {
  const mark = join(folder, aloneMark);
  try {
    const pid = Number(readFileSync(mark, 'utf8'));
    if (isAlive(pid)) return pid;
    rmSync(mark, { force: true });
  } catch {
    // Nobody does.
  }
  return undefined;
}

function worksBeside(folder: string): boolean {
  return readdirSync(folder).some((name) => {
    const pid = besideMark.exec(name)?.[1];
    return pid !== undefined && isAlive(Number(pid));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive nevertheless.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function release(folder: string, mark: string): void {
  rmSync(mark, { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Others are in it.
  }
}
