import { relative, resolve } from 'node:path';
import { DeviationFileError } from '../../reports/deviations.ts';
import { startRedaction } from '../../reports/redact.ts';
import { finishRun } from '../../reports/run/finish-run.ts';
import { releaseRoom } from '../../reports/run/room.ts';
import { type ReporterOptions, readBegunRun } from '../../reports/run/run-facts.ts';
import { commandStart } from '../../schemas/command-line.ts';
import { given } from '../../schemas/given.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { existingFolder } from '../option-values.ts';
import { figuresFile } from '../package-root.ts';
import { lockFolder } from '../run/folder-lock.ts';
import type { Subcommand } from '../subcommand.ts';
import { isAlive } from '../temporary-folder.ts';

/** Why a recovered run is incomplete. */
const endedEarly = 'the run was ended before its reports were written';

/**
 * What a folder says of its run, without what would have files elsewhere written or read for it: the history of other reports, a
 * copy of the document, and figures of a proof, which are those of this suite. Known deviations are next to the target, never with the reports.
 */
function ownOptions(options: ReporterOptions, out: string): ReporterOptions {
  const { history: _, document: __, deviations, ...said } = options;
  const isInside = deviations !== undefined && !relative(out, resolve(deviations)).startsWith('..');
  return { ...said, ...given({ deviations: isInside ? undefined : deviations }), out, proof: figuresFile };
}

async function recoverRun(folder: string): Promise<number> {
  const begun = readBegunRun(folder);
  if (begun === undefined)
    throw new ConfigurationError(`${folder} holds no run that was ended before its reports were written.`);
  const { pid, startedAt, options } = begun;
  if (isAlive({ pid }))
    throw new ConfigurationError(`The run in ${folder} is still running (process ${pid}); stop it first.`);
  const lock = lockFolder(resolve(folder));
  if (readBegunRun(folder) === undefined) {
    lock.release();
    throw new ConfigurationError(
      `The run in ${folder} was ended before it recorded anything; the reports of the run before are back.`,
    );
  }
  startRedaction({ seed: options.seed });
  releaseRoom(folder);
  const outcomes = { suiteErrors: [], interruptions: [endedEarly], skipped: [] };
  try {
    return await finishRun(ownOptions(options, resolve(folder)), outcomes, startedAt);
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
    .addHelpText('after', `\nExample: ${commandStart} report recover reports/out`)
    .action(async (folder: string) => finish(await recoverRun(folder)));
};
