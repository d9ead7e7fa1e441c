import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../replace-file.ts';

/** Free bytes that a run requires: the size of a default run's evidence and reports, with a margin. */
const leastDiskSpace = 64 * 1024 * 1024;

// Reserved during a run, so that the reports can be written even if the disk becomes full.
const reserve = 16 * 1024 * 1024;
const reserveFile = (out: string) => join(out, 'reserve');

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // If the folder does not exist yet, its parent or a higher one does.
    return dirname(folder) === folder ? undefined : freeBytes(dirname(folder));
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** One line if the disk has too little space for the reports of a run, else undefined. */
export function whyNoDiskSpace(out: string): string | undefined {
  const free = freeBytes(out);
  if (free === undefined || free >= leastDiskSpace) return undefined;
  return `The disk of ${out} has ${megabytes(free)} free, a run needs ${megabytes(leastDiskSpace)}. Free some space, or choose another folder with --out.`;
}

/** Reserves disk space for the reports. */
export function reserveDiskSpace(out: string): void {
  try {
    makeFolder(out);
    writeFileSync(reserveFile(out), Buffer.alloc(reserve, 1));
  } catch {
    // The first line of evidence will report why nothing can be written.
  }
}

/** Releases the disk space reserved for the reports. */
export function releaseDiskSpace(out: string): void {
  rmSync(reserveFile(out), { force: true });
}
