import type { Command } from 'commander';

/** Adds one subcommand; `finish` sets the exit status of the process. */
export type Subcommand = (program: Command, finish: (status: number) => void) => void;
