import type { Answer, Finding, NoAnswer } from '../schemas/types.ts';

/** The exit statuses of every command (verdict policy, section 3). */
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
