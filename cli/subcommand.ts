import type { Command } from 'commander';
import type { Finding } from '../schemas/types.ts';

/** The exit statuses of every command. */
export const exitStatus = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  suiteError: 4,
} as const;

/** Returns the exit status of judged traffic; an open outcome and an undecided verdict are incomplete. */
export function statusOf(findings: readonly Pick<Finding, 'verdict'>[], isOpen: boolean): number {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  if (verdicts.has('suite-error')) return exitStatus.suiteError;
  if (verdicts.has('fail')) return exitStatus.nonConformant;
  return isOpen || verdicts.has('inconclusive') ? exitStatus.incomplete : exitStatus.conformant;
}

/** Adds arguments and options to a command and returns its action, which returns the exit status. */
export type Subcommand = (command: Command) => (...given: never[]) => number | Promise<number>;

/** A subcommand in the help; its code is loaded when it is called. */
export interface SubcommandEntry {
  /** Heading in the help. */
  readonly group: string;
  readonly does: string;
  /** Arguments for examples at the end of its help; absent if the command has its own. */
  readonly examples?: readonly string[];
  /** Whether it sends requests or starts a runner, so that a signal stops it in order from start to end. */
  readonly sends?: true;
  load(): Promise<Subcommand>;
}
