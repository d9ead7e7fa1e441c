import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jsonText } from '../schemas/plain-text.ts';
import { partsFolder } from './evidence/collect.ts';
import { redactText } from './redact.ts';
import type { ReporterOptions } from './reporter-options.ts';

/** A run whose reports are not written yet. */
export interface BegunRun {
  /** Process of the runner. */
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly options: ReporterOptions;
}

// Beside the exchanges of the workers, and removed with them when the reports are written.
const fileOf = (out: string) => join(out, partsFolder, 'run.json');

/** Keeps what the reports of a run need beside its exchanges, so that they can be made when the run was killed. */
export function writeBegunRun(options: ReporterOptions, shard?: string): void {
  const { target, out } = options;
  const name = shard === undefined ? target.name : `${target.name}, ${shard}`;
  const begun: BegunRun = {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    options: { ...options, target: { ...target, name, baseUrl: redactText(target.baseUrl) } },
  };
  const file = fileOf(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${jsonText(begun, 2)}\n`, { mode: 0o600 });
}

/** The run of a folder that was begun and has no reports yet. */
export function readBegunRun(out: string): BegunRun | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(out), 'utf8')) as BegunRun;
  } catch {
    // There is none, or the disk was full before it was whole, and so before a test began.
    return undefined;
  }
}
