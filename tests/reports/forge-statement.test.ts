import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deriveStatement } from '../../reports/derived-files.ts';
import { readEvidence } from '../../reports/evidence.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { statementText } from '../../reports/statement.ts';
import { compareReport } from '../../reports/verify/derived.ts';
import { writeEvidenceFolder } from './evidence-folder.ts';
import { forgedStatements } from './forged-statements.ts';
import type { Loose } from './forging.ts';

const dir = writeEvidenceFolder();
const derived = deriveStatement(readEvidence(dir));
rmSync(dir, { recursive: true });

const problems = (stated: Statement) =>
  compareReport('conformance.json', statementText(stated), statementText(derived));

test.each(forgedStatements)('a statement with %s is not what the evidence gives', (_, change) => {
  const forged = structuredClone(derived);
  change(forged as Loose<Statement>);
  expect(problems(forged)).not.toEqual([]);
});

test('a statement that nobody changed is what the evidence gives', () => {
  expect(problems(structuredClone(derived))).toEqual([]);
});
