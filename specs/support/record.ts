import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { JudgedExchange } from '../../schemas/types.ts';

/** What a proof keeps of one test: its name, whether it is of the project `quick`, and its exchanges, unmasked. */
export interface TestRecord {
  readonly name: string;
  readonly isQuick: boolean;
  readonly exchanges: readonly JudgedExchange[];
}

/** Writes the tests of one worker into a folder, for their owner alone. */
export function writeRecords(folder: string, worker: number, records: readonly TestRecord[]): void {
  writeFileSync(join(folder, String(worker)), serialize(records), { mode: 0o600 });
}

/** Reads the tests of all workers of a run, in the order of the workers. */
export function readRecords(folder: string): readonly TestRecord[] {
  const workers = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  return workers
    .sort((one, other) => one - other)
    .flatMap((worker) => deserialize(readFileSync(join(folder, String(worker)))) as TestRecord[]);
}
