import { existsSync, statSync } from 'node:fs';
import { demandFinished } from '../cli/after/read-reports.ts';
import { lockFolder } from '../cli/run/folder-lock.ts';
import { mostChanged } from '../reports/changed-answers.ts';
import { writeDerivedFiles } from '../reports/derived-files.ts';
import { writeDigest } from '../reports/digest.ts';
import { addFacts, readEvidence } from '../reports/evidence.ts';
import { whoSigned } from '../reports/run/own-files.ts';
import { factsIn } from '../reports/run/run-facts.ts';
import type { ChangedAnswers } from '../reports/statement/format.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';

/**
 * Changes the answers of a run one at a time, judges them again and adds the result to its reports; sends nothing.
 * Throws `ConfigurationError` unless the folder has finished, unsigned reports with evidence.
 */
export function proveOn(folder: string, changesAnswers = mostChanged): ChangedAnswers | undefined {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new ConfigurationError(`--on must name a folder of reports; found "${folder}".`);
  demandFinished(folder);
  if (whoSigned(folder) !== undefined)
    throw new ConfigurationError(
      `The reports in ${folder} are signed, and this would change them: do it before they are signed.`,
    );
  if (factsIn(readEvidence(folder)) === undefined)
    throw new ConfigurationError(`${folder} holds no evidence of a run.`);
  const lock = lockFolder(folder);
  try {
    const { changedAnswers } = writeDerivedFiles(folder, addFacts(folder, { changesAnswers }));
    writeDigest(folder);
    return changedAnswers;
  } finally {
    lock.release();
  }
}
