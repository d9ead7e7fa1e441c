import { existsSync, readFileSync } from 'node:fs';
import { given } from '../../schemas/given.ts';
import { startAllure } from '../allure/generate.ts';
import { writeDerivedFiles } from '../derived-files.ts';
import { quotesOf } from '../document/quotes.ts';
import { gatherEvidence, openEvidence } from '../evidence.ts';
import { replayCommand } from '../exports/repeat-command.ts';
import { readOpening } from '../opening/read-opening.ts';
import type { ProofFigures, Statement } from '../statement/format.ts';
import { foundIn } from './found.ts';
import { clearReports } from './own-files.ts';
import { type ReporterOptions, runFactsOf } from './run-facts.ts';
import { completeReports, printStatement } from './statement-files.ts';
import type { TestOutcomes } from './test-outcomes.ts';

/** Number of the evidence part that the main process writes; workers count from 0. */
const mainPart = 9_999;

function proofFigures(file: string): ProofFigures | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { figures: ProofFigures }).figures;
  } catch {
    return undefined;
  }
}

function makeStatement(options: ReporterOptions, outcomes: TestOutcomes, startedAt: string): Statement {
  const proof = proofFigures(options.proof);
  const known = {
    ...runFactsOf(options, { startedAt, ...outcomes }),
    ...given({ proof, opening: readOpening(options.out) }),
    again: replayCommand('EXCHANGE', options.out, options.targetFile),
  };
  const evidence = gatherEvidence(options.out, undefined, known);
  return writeDerivedFiles(options.out, evidence, quotesOf(options.document));
}

function noteOutcomes(out: string, { skipped }: TestOutcomes): void {
  const part = openEvidence(out, mainPart);
  for (const note of [...skipped, ...foundIn(out)]) part.note(note);
  part.close();
}

/** Judges a run as a whole and writes every report without a word; tells whether the Allure report was made. */
async function writeReports(
  options: ReporterOptions,
  outcomes: TestOutcomes,
  startedAt: string,
): Promise<{ statement: Statement; allure: boolean }> {
  // Its results are whole, and another core may have nothing to do.
  const started = startAllure(options);
  const statement = makeStatement(options, outcomes, startedAt);
  const allure = await completeReports(options.out, started, statement);
  return { statement, allure };
}

/** Writes the reports of a run that never began, for example because nobody listens; returns its statement. */
export async function reportNothing(options: ReporterOptions, reason: string): Promise<Statement> {
  clearReports(options.out, options);
  const outcomes: TestOutcomes = { suiteErrors: [], interruptions: [reason], skipped: [] };
  return reportQuietly(options, outcomes, new Date().toISOString());
}

/** Judges a run that an opening began as a whole, and writes every report without a word; returns its statement. */
export async function reportQuietly(
  options: ReporterOptions,
  outcomes: TestOutcomes,
  startedAt: string,
): Promise<Statement> {
  noteOutcomes(options.out, outcomes);
  return (await writeReports(options, outcomes, startedAt)).statement;
}

/** Judges a run as a whole, writes every report, prints the summary, and returns the exit status. */
export async function finishRun(
  options: ReporterOptions,
  outcomes: TestOutcomes,
  startedAt: string,
): Promise<number> {
  const { out } = options;
  noteOutcomes(out, outcomes);
  const { statement, allure } = await writeReports(options, outcomes, startedAt);
  printStatement(statement, {
    out,
    allure,
    suiteErrors: outcomes.suiteErrors,
    ...given({ timed: outcomes.timed, verbose: options.verbose }),
  });
  return statement.exitCode;
}
