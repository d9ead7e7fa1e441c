import { existsSync, readFileSync } from 'node:fs';
import { given } from '../../schemas/given.ts';
import { plainText } from '../../schemas/plain-text.ts';
import { type MadeAllure, startAllure } from '../allure/generate.ts';
import { annotateGithub } from '../ci/github.ts';
import { writeDerivedFiles } from '../derived-files.ts';
import { writeDigest } from '../digest.ts';
import { quotesOf } from '../document.ts';
import { gatherEvidence, openEvidence } from '../evidence.ts';
import { judgeCommand, replayCommand } from '../exports/repeat-command.ts';
import { readOpening } from '../opening.ts';
import { redactText } from '../redact.ts';
import type { ProofFigures, Statement } from '../statement/format.ts';
import type { TimedTest } from '../terminal/live.ts';
import { onScreen } from '../terminal/on-screen.ts';
import { renderSummary } from '../terminal/summary.ts';
import { foundIn } from './found.ts';
import { clearReports } from './own-files.ts';
import { type ReporterOptions, runFactsOf } from './run-facts.ts';
import type { TestOutcomes } from './test-outcomes.ts';

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

/** Writes the reports of a run that never began, for example because nothing listens; returns its statement. */
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

/** How traffic that somebody else sent was watched. */
interface PassiveRun {
  /** ISO 8601. */
  readonly startedAt: string;
  /** Why not everything that passed is in the evidence. */
  readonly interruptions: readonly string[];
  /** Requests of the caller that were not passed on, because the target file does not allow them. */
  readonly withheld: number;
}

/** Gathers the evidence of watched traffic in `out`, and writes everything that follows from it. */
export function writePassiveReports(options: ReporterOptions, end: PassiveRun): Statement {
  const { out } = options;
  const { withheld, startedAt, interruptions } = end;
  const { runId: _, day: __, ...facts } = runFactsOf(options, { startedAt, interruptions, suiteErrors: [] });
  // No test sent these requests, so only their judgement can be repeated.
  const again = judgeCommand('EXCHANGE', out);
  // Nobody but the watched caller decides what is sent.
  const without = withheld === 1 ? '1 request' : `${withheld} requests`;
  const only = `what the watched caller sent${withheld === 0 ? '' : `, without ${without} not passed on`}`;
  const choices = { ...options.choices, only };
  const evidence = gatherEvidence(out, undefined, { ...facts, choices, runsPerProperty: 0, again });
  const statement = writeDerivedFiles(out, evidence);
  writeDigest(out);
  return statement;
}
