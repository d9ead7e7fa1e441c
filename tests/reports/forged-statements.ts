import type { Statement } from '../../reports/statement/format.ts';
import { forgedFacts } from './forged-facts.ts';
import { forgedFindings } from './forged-findings.ts';
import { forgedRows } from './forged-rows.ts';
import type { Change } from './forging.ts';

/** What a forger says in the statement instead of what the evidence gives. */
export const forgedStatements: readonly Change<Statement>[] = [
  ...forgedFacts,
  ...forgedRows,
  ...forgedFindings,
];
