import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeRun } from '../schemas/judge-run.ts';
import { generateAllure } from './allure/generate.ts';
import { renderCertificate } from './certificate.ts';
import { contractSha256 } from './contract-digest.ts';
import { loadDeviations } from './deviations.ts';
import { writeDigest } from './digest.ts';
import { gatherEvidence, judgedOf, openEvidence } from './evidence.ts';
import { annotateGithub } from './github.ts';
import { renderJunit } from './junit.ts';
import { redactText } from './redact.ts';
import type { ReporterOptions } from './reporter-options.ts';
import type { ProofFigures, Statement } from './statement/format.ts';
import { buildStatement, statementText } from './statement.ts';
import { renderSummary } from './terminal/summary.ts';
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
  const { out, suite, target, profile, seed, runs, capabilities, operations, deviations, proof } = options;
  const evidence = gatherEvidence(out);
  const figures = proofFigures(proof);
  return buildStatement({
    suite: { ...suite, contractSha256: contractSha256() },
    target,
    profile,
    seed,
    runsPerProperty: runs,
    startedAt,
    endedAt: new Date().toISOString(),
    capabilities,
    selected: operations,
    evidence,
    acrossRun: judgeRun(evidence.exchanges.map(judgedOf)),
    interruptions: outcomes.interruptions,
    suiteErrors: outcomes.suiteErrors,
    ...(deviations === undefined ? {} : { deviations: loadDeviations(deviations) }),
    ...(figures === undefined ? {} : { proof: figures }),
  });
}

function noteSkipped(out: string, { skipped }: TestOutcomes): void {
  const part = openEvidence(out, mainPart);
  for (const note of skipped) part.note(note);
  part.close();
}

/** Judges a run as a whole, writes every report, prints the summary, and returns the exit status. */
export async function finishRun(
  options: ReporterOptions,
  outcomes: TestOutcomes,
  startedAt: string,
): Promise<number> {
  const { out } = options;
  const write = (name: string, text: string) => writeFileSync(join(out, name), text);
  noteSkipped(out, outcomes);
  if (options.variants === true) {
    for (const error of outcomes.suiteErrors) process.stdout.write(`${redactText(error)}\n`);
    const code = outcomes.suiteErrors.length > 0 ? 4 : outcomes.interruptions.length > 0 ? 3 : 0;
    write('exit-code', String(code));
    return code;
  }
  const statement = makeStatement(options, outcomes, startedAt);
  write('conformance.json', statementText(statement));
  write('certificate.html', renderCertificate(statement));
  write('junit.xml', renderJunit(statement));
  write('exit-code', String(statement.exitCode));
  const allure = await generateAllure(options);
  writeDigest(out);
  for (const error of outcomes.suiteErrors.slice(0, 5)) process.stdout.write(`${redactText(error)}\n\n`);
  process.stdout.write(`${renderSummary(statement, { out, from: process.cwd(), allure }).join('\n')}\n`);
  annotateGithub(statement, process.env, (line) => process.stdout.write(`${line}\n`));
  return statement.exitCode;
}
