import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeDerivedFiles } from '../../reports/derived-files.ts';
import { digestFile, writeDigest } from '../../reports/digest.ts';
import { mergedFile } from '../../reports/evidence/collect.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { testCommand } from '../../reports/exports/repeat.ts';
import { startRedaction } from '../../reports/redact.ts';
import { releaseDiskSpace } from '../../reports/run/disk-space.ts';
import { finishRun, printStatement } from '../../reports/run/finish-run.ts';
import { hasReportsAside } from '../../reports/run/own-files.ts';
import { factsIn, type RunPlan, readPlan } from '../../reports/run/run-facts.ts';
import { defined } from '../../schemas/defined.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { printedTarget } from '../../targets/settings.ts';
import { existingFolder } from '../option-values.ts';
import { lockFolder } from '../run/folder-lock.ts';
import { type PlannedRun, proofFigures } from '../run/run-plan.ts';
import type { Subcommand } from '../subcommand.ts';
import { isAlive } from '../temporary-folder.ts';

/** The reason why a recovered run is incomplete. */
const endedEarly = 'the run was ended before its reports were written';

/** Returns the plan of a run for its recovery, with the proof figures of this suite. */
function recovered({ facts, ...plan }: PlannedRun, out: string): RunPlan {
  const { proof: _, ...known } = facts;
  const again = testCommand(known, printedTarget(plan.targetFile));
  return { ...plan, out, facts: { ...known, again, ...defined({ proof: proofFigures() }) } };
}

// For a run that failed after its evidence was complete, such as on a full disk.
function reportsAgain(out: string): number {
  const isBegun = existsSync(join(out, mergedFile)) && !existsSync(join(out, digestFile));
  const evidence = isBegun ? readEvidence(out) : undefined;
  if (evidence === undefined || factsIn(evidence) === undefined)
    throw new ConfigurationError(`${out} holds no run that was ended before its reports were written.`);
  const lock = lockFolder(out);
  try {
    const statement = writeDerivedFiles(out, evidence);
    writeDigest(out);
    printStatement(statement, { out, allure: false, suiteErrors: [] });
    return statement.exitCode;
  } finally {
    lock.release();
  }
}

async function recoverRun(folder: string): Promise<number> {
  const plan = readPlan(folder) as PlannedRun | undefined;
  const isReplacing = hasReportsAside(folder);
  if (plan === undefined && !isReplacing) return reportsAgain(resolve(folder));
  const pid = plan?.pid;
  if (pid !== undefined && isAlive({ pid }))
    throw new ConfigurationError(`The run in ${folder} is still running (process ${pid}); stop it first.`);
  const lock = lockFolder(resolve(folder));
  if (plan === undefined || readPlan(folder) === undefined) {
    lock.release();
    const back = isReplacing ? '; the reports of the run before are back' : '';
    throw new ConfigurationError(`The run in ${folder} was ended before it recorded anything${back}.`);
  }
  startRedaction({ seed: plan.facts.seed });
  releaseDiskSpace(folder);
  const outcomes = { suiteErrors: [], interruptions: [endedEarly], skipped: [] };
  try {
    return await finishRun(recovered(plan, resolve(folder)), outcomes);
  } finally {
    lock.release();
  }
}

/** Makes the reports of a killed run from its recorded exchanges. */
export const recover: Subcommand = (command) => {
  command.argument('[folder]', 'folder of a run that was killed', existingFolder, 'reports/out');
  return recoverRun;
};
