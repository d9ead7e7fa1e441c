import type { Command } from 'commander';

/** Adds one subcommand; `finish` sets the exit status of the process. */
export type Subcommand = (program: Command, finish: (status: number) => void) => void;

/** A subcommand of the help, whose code is loaded when it is called. */
export interface SubcommandEntry {
  /** Heading in the help. */
  readonly group: string;
  /** The command that it belongs to, as in `certificate sign`; its name alone is understood for one release. */
  readonly of?: string;
  readonly does: string;
  /** Whether it sends requests or starts a runner, so that a signal stops it in good order from its first line to its last. */
  readonly sends?: true;
  load(): Promise<Subcommand>;
}
