import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../targets/settings.ts';
import type { RunOptions } from './run-suite.ts';

const fileName = 'run.json';

/** Keeps, beside the evidence, the options that make a run again; it holds no secret. */
export function writeRunRecord(settings: Settings): void {
  const record: RunOptions = {
    target: settings.targetFile,
    profile: settings.profile,
    seed: String(settings.seed),
    runs: String(settings.runs),
    ...(settings.fault === undefined ? {} : { fault: settings.fault }),
    ...(settings.dialect === undefined ? {} : { dialect: settings.dialect }),
  };
  mkdirSync(settings.out, { recursive: true });
  writeFileSync(join(settings.out, fileName), `${JSON.stringify(record, null, 2)}\n`);
}

/** Reads the options of the run that left its reports in a folder. */
export function readRunRecord(out: string): RunOptions {
  const file = join(out, fileName);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunOptions) : {};
}
