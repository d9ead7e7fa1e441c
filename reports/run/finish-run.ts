import { defined } from '../../schemas/defined.ts';
import { plainText } from '../../schemas/plain-text.ts';
import { writeDerivedFiles } from '../derived-files.ts';
import { writeDigest } from '../digest.ts';
import { gatherEvidence, openEvidence } from '../evidence.ts';
import { readOpening } from '../opening.ts';
import { redactText } from '../redact.ts';
import type { Statement } from '../statement/format.ts';
import { renderSummary } from '../terminal/summary.ts';
import { forgetShared } from './report-folder.ts';
import { factsAtEnd, type RunPlan } from './run-facts.ts';
import { problemNotesIn } from './service-problems.ts';
import type { TestOutcomes } from './test-outcomes.ts';

/** Prints the result of a run: defects of the suite, and the summary. */
function printStatement(
  statement: Statement,
  {
    out,
    suiteErrors,
  }: {
    out: string;
    suiteErrors: readonly string[];
  },
): void {
  for (const error of suiteErrors.slice(0, 5)) process.stdout.write(`${plainText(redactText(error))}\n\n`);
  const lines = renderSummary(statement, { out, from: process.cwd() });
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Number of the evidence part that the main process writes; workers count from 0. */
const mainPart = 9_999;

/**
 * Judges a run after its opening as a whole and writes every report silently; returns its statement. `endedAt` is given
 * if the run did not end just now.
 */
export async function reportSilently(
  plan: RunPlan,
  outcomes: TestOutcomes,
  endedAt?: string,
): Promise<Statement> {
  const { out } = plan;
  const part = openEvidence(out, mainPart);
  for (const note of [...outcomes.skipped, ...problemNotesIn(out)]) part.note(note);
  part.close();
  const known = {
    ...factsAtEnd(plan, { ...outcomes, ...defined({ endedAt }) }),
    ...defined({ opening: readOpening(out) }),
  };
  const statement = writeDerivedFiles(out, gatherEvidence(out, known));
  forgetShared(out);
  writeDigest(out);
  return statement;
}

/** Writes the reports of a run that never began, such as without a listening service; returns its statement. */
export async function reportNothing(plan: RunPlan, reason: string): Promise<Statement> {
  return reportSilently(plan, { suiteErrors: [], interruptions: [reason], skipped: [] });
}

/**
 * Judges a run as a whole, writes every report, prints the summary, and returns the exit status. `endedAt` is given if
 * the run did not end just now.
 */
export async function finishRun(plan: RunPlan, outcomes: TestOutcomes, endedAt?: string): Promise<number> {
  const { out } = plan;
  const statement = await reportSilently(plan, outcomes, endedAt);
  printStatement(statement, { out, suiteErrors: outcomes.suiteErrors });
  return statement.exitCode;
}
