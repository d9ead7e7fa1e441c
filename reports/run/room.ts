import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Bytes that must be free before a run begins: evidence and reports of the default run, and some more. */
const leastRoom = 64 * 1024 * 1024;

// Kept back while a run goes on, so that a disk that becomes full still takes the reports of what was done.
const reserve = 16 * 1024 * 1024;
const reserveFile = (out: string) => join(out, 'reserve');

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // The folder need not exist yet; its parent does, or the one above.
    return dirname(folder) === folder ? undefined : freeBytes(dirname(folder));
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** Says in one line that the disk has no room for the reports of a run; undefined when it has. */
export function lackOfRoom(out: string): string | undefined {
  const free = freeBytes(out);
  if (free === undefined || free >= leastRoom) return undefined;
  return `The disk of ${out} has ${megabytes(free)} free, a run needs ${megabytes(leastRoom)}. Free some space, or choose another folder with --out.`;
}

/** Keeps some room back for the reports. */
export function holdRoom(out: string): void {
  try {
    mkdirSync(out, { recursive: true });
    writeFileSync(reserveFile(out), Buffer.alloc(reserve, 1));
  } catch {
    // The first line of evidence will tell why nothing can be written.
  }
}

/** Gives the room back that was kept for the reports. */
export function releaseRoom(out: string): void {
  rmSync(reserveFile(out), { force: true });
}
