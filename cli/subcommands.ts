import type { Command } from 'commander';
import { run } from './run.ts';
import { replay } from './replay.ts';
import { mock } from './mock.ts';
import { clauses } from './clauses.ts';
import { judgeFile } from './judge-file.ts';
import { generate } from './generate.ts';
import { openapi } from './openapi.ts';
import { verify } from './verify.ts';
import { diff } from './diff.ts';

/** Adds one subcommand; `finish` sets the exit status of the process. */
export type Subcommand = (program: Command, finish: (status: number) => void) => void;

/** Every subcommand, in the order of the help. */
export const subcommands: readonly Subcommand[] = [
  run, replay, generate, judgeFile, mock, clauses, openapi, verify, diff,
];
