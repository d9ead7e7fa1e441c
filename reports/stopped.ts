import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Every run starts with this folder empty.
const fileOf = (out: string) => join(out, 'runner', 'stopped.log');

/** Tells all workers of a run, and its reporter, why nothing more is sent; returns the first reason, which stands. */
export function tellStopped(out: string, reason: string): string {
  const before = whyStopped(out);
  if (before !== undefined) return before;
  mkdirSync(dirname(fileOf(out)), { recursive: true });
  writeFileSync(fileOf(out), reason);
  return reason;
}

/** Why nothing more is sent in a run; undefined while the service answers. */
export function whyStopped(out: string): string | undefined {
  return existsSync(fileOf(out)) ? readFileSync(fileOf(out), 'utf8') : undefined;
}
