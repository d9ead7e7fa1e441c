import { plainText } from '../../schemas/plain-text.ts';
import type { MadeAllure } from '../allure/generate.ts';
import { annotateGithub } from '../ci/github.ts';
import { writeDigest } from '../digest.ts';
import { redactText } from '../redact.ts';
import type { Statement } from '../statement/format.ts';
import type { TimedTest } from '../terminal/duration.ts';
import { onScreen } from '../terminal/on-screen.ts';
import { renderSummary } from '../terminal/summary.ts';

/** Waits for the Allure report of a statement, and makes the digest over everything; tells whether the Allure report was made. */
export async function completeReports(
  out: string,
  allure: MadeAllure,
  statement: Statement,
): Promise<boolean> {
  const made = await allure.finish(statement);
  writeDigest(out);
  return made;
}

/** Prints what a run came to: defects of the suite first, then the summary and the annotations for GitHub. */
export function printStatement(
  statement: Statement,
  {
    out,
    allure,
    suiteErrors,
    timed = [],
    verbose = false,
  }: {
    out: string;
    allure: boolean;
    suiteErrors: readonly string[];
    timed?: readonly TimedTest[];
    verbose?: boolean;
  },
): void {
  for (const error of suiteErrors.slice(0, 5)) process.stdout.write(`${plainText(redactText(error))}\n\n`);
  const lines = renderSummary(statement, { out, from: process.cwd(), allure, timed, verbose });
  process.stdout.write(`${onScreen(lines).join('\n')}\n`);
  annotateGithub(statement, process.env, (line) => process.stdout.write(`${line}\n`));
}
