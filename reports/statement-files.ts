import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateAllure } from './allure/generate.ts';
import { renderCertificate } from './certificate.ts';
import { writeDigest } from './digest.ts';
import { annotateGithub } from './github.ts';
import { renderJunit } from './junit.ts';
import { redactText } from './redact.ts';
import type { ReporterOptions } from './reporter-options.ts';
import type { Statement } from './statement/format.ts';
import { statementText } from './statement.ts';
import { renderSummary } from './terminal/summary.ts';

/** What the files of a statement need to know beside it. */
export type StatementPlace = Pick<ReporterOptions, 'out' | 'history' | 'target' | 'operations'>;

/** Writes every report of a statement without a word, the digest last; tells whether the Allure report was made. */
export async function writeStatementFiles(place: StatementPlace, statement: Statement): Promise<boolean> {
  const write = (name: string, text: string) => writeFileSync(join(place.out, name), text);
  write('conformance.json', statementText(statement));
  write('certificate.html', renderCertificate(statement));
  write('junit.xml', renderJunit(statement));
  write('exit-code', String(statement.exitCode));
  const allure = await generateAllure(place, statement);
  writeDigest(place.out);
  return allure;
}

/** Prints what a run came to: defects of the suite first, then the summary and the annotations for GitHub. */
export function printStatement(
  statement: Statement,
  { out, allure, suiteErrors }: { out: string; allure: boolean; suiteErrors: readonly string[] },
): void {
  for (const error of suiteErrors.slice(0, 5)) process.stdout.write(`${redactText(error)}\n\n`);
  process.stdout.write(`${renderSummary(statement, { out, from: process.cwd(), allure }).join('\n')}\n`);
  annotateGithub(statement, process.env, (line) => process.stdout.write(`${line}\n`));
}
