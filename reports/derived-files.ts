import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeRun } from '../schemas/judge-run.ts';
import { jsonText } from '../schemas/plain-text.ts';
import { renderCertificate } from './certificate.ts';
import type { Quotes } from './document/quotes.ts';
import type { GatheredEvidence } from './evidence/lines.ts';
import { judgedOf } from './evidence.ts';
import { renderJunit } from './junit.ts';
import { factsIn, type RunFacts } from './run-facts.ts';
import type { Statement } from './statement/format.ts';
import { buildStatement, statementText } from './statement.ts';

/** Makes the statement of a run from its evidence alone; throws when the evidence does not say what the run knew. */
export function deriveStatement(evidence: GatheredEvidence): Statement {
  const run = factsIn(evidence);
  if (run === undefined) throw new Error('has no line that says what the run knew beside its exchanges');
  const { again, before: _, ...facts } = run;
  const acrossRun = evidence.across ?? judgeRun(evidence.exchanges.map(judgedOf));
  const statement = buildStatement({ ...facts, evidence, acrossRun });
  const findings = statement.findings.map((row) => ({
    ...row,
    replay: again.replaceAll('EXCHANGE', row.exchange),
  }));
  return { ...statement, findings };
}

/** Every file that follows from the evidence alone, by its name. */
export const derivedFiles: Readonly<
  Record<string, (statement: Statement, facts: RunFacts, quotes?: Quotes) => string>
> = {
  'conformance.json': statementText,
  'certificate.html': (statement, _facts, quotes) => renderCertificate(statement, quotes),
  'junit.xml': renderJunit,
  'exit-code': ({ exitCode }) => String(exitCode),
  // What no exchange tells: shards of a run are joined from it.
  'outcomes.json': (_, { suiteErrors = [], interruptions = [] }) =>
    `${jsonText({ suiteErrors, interruptions }, 2)}\n`,
};

/** Writes every file that follows from the evidence, the certificate with what the caller's copy of the document says; returns the statement. */
export function writeDerivedFiles(out: string, evidence: GatheredEvidence, quotes?: Quotes): Statement {
  const statement = deriveStatement(evidence);
  for (const [name, render] of Object.entries(derivedFiles)) {
    const facts = factsIn(evidence);
    if (facts !== undefined) writeFileSync(join(out, name), render(statement, facts, quotes));
  }
  return statement;
}
