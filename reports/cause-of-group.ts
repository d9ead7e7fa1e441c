import { createHash } from 'node:crypto';
import { mustWords } from '../schemas/findings/words.ts';
import type { StatementFinding, StatementGroup } from './statement/format.ts';

/** What tells a cause from others, the same from run to run, so that a pipeline tells what is new from what is old: 64 hexadecimal digits. */
export function causeKey({ clause, operation, verdict, kind }: StatementGroup): string {
  return createHash('sha256').update([clause, operation, verdict, kind].join('\n')).digest('hex');
}

/** What must hold in the example of a cause and what was found, in words; its kind where the statement keeps no example. */
export function causeWords({ kind }: StatementGroup, example: StatementFinding | undefined): string {
  return example === undefined ? kind : `must ${mustWords(example)}, found ${example.received}`;
}
