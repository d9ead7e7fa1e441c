import { dirname } from 'node:path';
import { settleReports } from '../../reports/run/own-files.ts';
import { removeFolder } from '../temporary-folder.ts';

/** Variable that says to a runner that a command started it and holds the connection to it. */
export const commandVariable = 'CONFORMANCE_COMMAND';

/**
 * Where the command that started this runner is gone, its temporary folder goes with the runner, and so does `own`, where the
 * command kept its lock: beside evidence it would be what nobody listed.
 */
export function endWithCommand(own: string, environment: NodeJS.ProcessEnv = process.env): void {
  const scratch = environment.TMPDIR;
  if (environment[commandVariable] === undefined || scratch === undefined) return;
  process.once('exit', () => {
    if (process.connected) return;
    settleReports(dirname(own));
    for (const left of [scratch, own]) removeFolder(left);
  });
}
