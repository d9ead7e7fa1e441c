import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunChoices } from '../reports/choices.ts';
import { given } from '../schemas/given.ts';
import { operationIds } from '../schemas/types.ts';
import type { Settings } from '../targets/settings.ts';
import { runChoices } from './run-choices.ts';
import type { RunOptions } from './run-options.ts';

const fileName = 'run.json';

/** What a run keeps of its options. */
export interface RunRecord extends RunOptions {
  /** What the caller left out, beside the operations. */
  readonly choices?: RunChoices;
  /** The shard that this run was, as in `2/4`; a repetition of one test is no shard. */
  readonly part?: string;
}

/** Keeps, beside the evidence, the options that make a run again; it holds no secret. */
export function writeRunRecord(settings: Settings, part?: string): void {
  const { operations } = settings;
  const record: RunRecord = {
    target: settings.targetFile,
    profile: settings.profile,
    seed: String(settings.seed),
    runs: String(settings.runs),
    ...(operations.length === operationIds.length ? {} : { operation: operations.join(',') }),
    ...given({ fault: settings.fault, dialect: settings.dialect, part, grep: settings.grep }),
    choices: runChoices(settings),
  };
  mkdirSync(settings.out, { recursive: true });
  writeFileSync(join(settings.out, fileName), `${JSON.stringify(record, null, 2)}\n`);
}

/** Whether a folder holds the reports of a run, whose tests can be repeated. */
export function holdsRun(out: string): boolean {
  return existsSync(join(out, fileName));
}

/** Reads the options of the run that left its reports in a folder. */
export function readRunRecord(out: string): RunRecord {
  const file = join(out, fileName);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunRecord) : {};
}
