import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOpening } from '../../reports/opening/read-opening.ts';
import { type RunChoices, wholeChoices } from '../../reports/run/choices.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { given } from '../../schemas/given.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import { type OperationId, operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readStatement } from '../after/read-statement.ts';
import { readRunRecord } from '../run/run-record.ts';
import { type Shard, shardOf } from './shard.ts';

/** What one shard left in its folder, beside its exchanges. */
export interface ShardReport {
  /** The folder as the user named it. */
  readonly dir: string;
  readonly shard: Shard;
  /** The statement of the shard, with the target's name as the whole run has it. */
  readonly statement: Statement;
  /** Operations that the run was asked for. */
  readonly selected: readonly OperationId[];
  /** What else the caller of the whole run left out. */
  readonly choices: RunChoices;
  readonly opening?: OpeningReport;
  readonly suiteErrors: readonly string[];
  readonly interruptions: readonly string[];
}

function outcomesIn(dir: string): Pick<ShardReport, 'suiteErrors' | 'interruptions'> {
  const file = join(dir, 'outcomes.json');
  if (!existsSync(file)) throw new ConfigurationError(`${dir} lacks outcomes.json: its run did not finish.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Reads the reports of one shard; throws one line that names the folder and what it lacks. */
export function readShard(dir: string): ShardReport {
  const { part, operation, choices = wholeChoices } = readRunRecord(dir);
  const opening = readOpening(dir);
  if (part === undefined) throw new ConfigurationError(`${dir} holds no shard; run --shard i/n leaves one.`);
  const shard = shardOf(part);
  const statement = readStatement(dir);
  const { target } = statement;
  const suffix = `, shard ${shard.number} of ${shard.of}`;
  const name = target.name.endsWith(suffix) ? target.name.slice(0, -suffix.length) : target.name;
  const chosen = operation?.split(',');
  const { suiteErrors, interruptions } = outcomesIn(dir);
  return {
    dir,
    shard,
    statement: { ...statement, target: { ...target, name } },
    selected: operationIds.filter((id) => chosen === undefined || chosen.includes(id)),
    choices,
    ...given({ opening }),
    suiteErrors,
    interruptions,
  };
}
