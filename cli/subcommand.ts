import type { Command } from 'commander';
import type { Answer, Finding, NoAnswer } from '../schemas/types.ts';

/** The exit statuses of every command. */
export const exitStatus = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  suiteError: 4,
} as const;

/** The exit status of a command that sent one request, or judged one answer. */
export function exchangeStatus(
  findings: readonly Pick<Finding, 'verdict'>[],
  received: Pick<Answer | NoAnswer, 'kind'>,
): number {
  if (findings.some(({ verdict }) => verdict === 'suite-error')) return exitStatus.suiteError;
  if (findings.some(({ verdict }) => verdict === 'fail')) return exitStatus.nonConformant;
  return received.kind === 'none' ? exitStatus.incomplete : exitStatus.conformant;
}

/** Gives a command its arguments and options, and returns what it does with them, which returns the exit status of the process. */
export type Subcommand = (command: Command) => (...given: never[]) => number | Promise<number>;

/** A subcommand of the help, whose code is loaded when it is called. */
export interface SubcommandEntry {
  /** Heading in the help. */
  readonly group: string;
  /** The command that it belongs to, as in `certificate sign`; its name alone is understood for one release. */
  readonly of?: string;
  readonly does: string;
  /** What follows the name of this program, for the end of its help; absent where the command gives its own. */
  readonly examples?: readonly string[];
  /** Whether it sends requests or starts a runner, so that a signal stops it in good order from its first line to its last. */
  readonly sends?: true;
  load(): Promise<Subcommand>;
}
