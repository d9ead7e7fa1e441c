import { resolve } from 'node:path';
import { readBegunRun } from '../reports/begun-run.ts';
import { DeviationFileError } from '../reports/deviations.ts';
import { finishRun } from '../reports/finish-run.ts';
import { startRedaction } from '../reports/redact.ts';
import { releaseRoom } from '../reports/room.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { lockFolder } from './folder-lock.ts';
import { existingFolder } from './option-values.ts';
import { isAlive } from './process-life.ts';
import type { Subcommand } from './subcommand.ts';

/** Why a recovered run is incomplete. */
const endedEarly = 'the run was ended before its reports were written';

async function recoverRun(folder: string): Promise<number> {
  const begun = readBegunRun(folder);
  if (begun === undefined)
    throw new ConfigurationError(`${folder} holds no run that was ended before its reports were written.`);
  const { pid, startedAt, options } = begun;
  if (isAlive({ pid }))
    throw new ConfigurationError(`The run in ${folder} is still going on (process ${pid}); end it first.`);
  const lock = lockFolder(resolve(folder));
  startRedaction({ seed: options.seed });
  releaseRoom(folder);
  const outcomes = { suiteErrors: [], interruptions: [endedEarly], skipped: [] };
  try {
    return await finishRun({ ...options, out: resolve(folder) }, outcomes, startedAt);
  } catch (error) {
    if (error instanceof DeviationFileError) throw new ConfigurationError(error.message);
    throw error;
  } finally {
    lock.release();
  }
}

/** Makes the reports of a run that was killed, from the exchanges that its workers had recorded. */
export const recover: Subcommand = (program, finish) => {
  program
    .command('recover')
    .argument('[folder]', 'folder of a run that was killed', existingFolder, 'reports/out')
    .description('Make the reports of a run that was killed before it wrote them; sends nothing')
    .addHelpText('after', '\nExample: npx conformance recover reports/out')
    .action(async (folder: string) => finish(await recoverRun(folder)));
};
