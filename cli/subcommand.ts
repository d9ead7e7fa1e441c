import type { Command } from 'commander';
import type { Finding, Outcome } from '../schemas/types.ts';

/** The exit statuses of every command. */
export const exitStatus = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  suiteError: 4,
} as const;

/** The exit status of a command that sent one request: what its answer leaves open, as 502 and 429 do, is not in order. */
export function exchangeStatus({
  findings,
  outcome,
}: {
  readonly findings: readonly Pick<Finding, 'verdict'>[];
  readonly outcome: Outcome;
}): number {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  if (verdicts.has('suite-error')) return exitStatus.suiteError;
  if (verdicts.has('fail')) return exitStatus.nonConformant;
  const isOpen = outcome === 'none' || outcome === 'unclear' || verdicts.has('inconclusive');
  return isOpen ? exitStatus.incomplete : exitStatus.conformant;
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
