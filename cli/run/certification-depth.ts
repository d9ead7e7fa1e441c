import { certificationRuns } from '../../schemas/certification.ts';
import { operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import type { Settings } from '../../targets/settings.ts';
import type { RunOptions } from './run-options.ts';

const instead = 'leave it out, or use another profile for a rehearsal';

/** Refuses, in one line, what would make a certification smaller than its profile has it. */
export function demandDepth(
  { profile, grep, operations, runs }: Pick<Settings, 'profile' | 'grep' | 'operations' | 'runs'>,
  { skipOpening }: Pick<RunOptions, 'skipOpening'> = {},
): void {
  if (profile !== 'certification') return;
  const refuse = (option: string, why: string): never => {
    throw new ConfigurationError(`Profile certification takes no ${option}: ${why}; ${instead}.`);
  };
  if (grep !== undefined) refuse('--grep', 'every test counts');
  if (operations.length < operationIds.length)
    refuse('--operation', 'every operation counts; the target file says under "capabilities" what is absent');
  if (runs < certificationRuns)
    refuse(`--runs ${runs}`, `its depth is ${certificationRuns} cases per property or more`);
  if (skipOpening === true) refuse('--skip-opening', 'the opening shows what the service is');
}
