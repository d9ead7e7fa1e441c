import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../schemas/table.ts';
import { renderCertificate } from './certificate.ts';
import type { GatheredEvidence } from './evidence/lines.ts';
import { judgeTogether } from './evidence.ts';
import { placeOfTest, testMark } from './exports/repeat.ts';
import { historiesIn } from './histories.ts';
import { renderMatrix } from './pages/matrix.ts';
import { matrixFile } from './pages/page.ts';
import { factsIn } from './run/run-facts.ts';
import type { Statement } from './statement/format.ts';
import { buildStatement, statementText } from './statement.ts';

/** Builds the statement of a run from its evidence alone. Throws if the evidence lacks the facts of the run. */
export function deriveStatement(evidence: GatheredEvidence): Statement {
  const run = factsIn(evidence);
  if (run === undefined) throw new Error('has no line that says what the run knew besides its exchanges');
  const { again: command, before: _, ...facts } = run;
  const acrossRun = evidence.across ?? judgeTogether(evidence);
  const origins = new Map(evidence.exchanges.map(({ id, origin }) => [id, origin]));
  const again = (exchange: string) => {
    const origin = origins.get(exchange);
    return origin === undefined ? command : command.replace(testMark, () => placeOfTest(origin));
  };
  const statement = buildStatement({ ...facts, evidence, acrossRun, again });
  const histories = historiesIn(evidence, statement, again);
  return {
    ...statement,
    ...(histories.length > 0 && { histories }),
  };
}

/** The input of the files that are derived from the evidence. */
export interface Derivation {
  readonly statement: Statement;
  readonly evidence: Pick<GatheredEvidence, 'exchanges'>;
}

/** Every file that is derived from the evidence, by name, with the function that renders it. */
export const derivedFiles: Readonly<Record<string, (from: Derivation) => string>> = table({
  'conformance.json': ({ statement }) => statementText(statement),
  'certificate.html': ({ statement, evidence }) => renderCertificate(statement, evidence.exchanges),
  [matrixFile]: ({ statement }) => renderMatrix(statement),
});

/** Writes every derived file and returns the statement. */
export function writeDerivedFiles(out: string, evidence: GatheredEvidence): Statement {
  const statement = deriveStatement(evidence);
  for (const [name, render] of Object.entries(derivedFiles))
    writeFileSync(join(out, name), render({ statement, evidence }));
  return statement;
}
