import type { TestInfo } from '@playwright/test';
import { redactExchange } from '../../reports/redact.ts';
import { groupFindings, isGravest } from '../../reports/statement/grouping.ts';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import type { ClauseId, Finding, JudgedExchange } from '../../schemas/types.ts';

/** Clauses and observations that one test is labelled with at most. */
const most = 10;

/** What was seen at the silent clauses that a test is about, masked. */
function observedAt(clauses: readonly ClauseId[], exchanges: readonly JudgedExchange[]): readonly string[] {
  const met = exchanges.filter(({ judgement }) =>
    judgement.observations.some(({ clause }) => clauses.includes(clause)),
  );
  const seen = met.slice(0, most).flatMap((judged) => redactExchange(judged).judgement.observations);
  const told = seen
    .filter(({ clause }) => clauses.includes(clause))
    .map(({ clause, detail }) => `${clause}: ${detail}`);
  return [...new Set(told)].slice(0, most);
}

/**
 * How grave a test is: what it found counts by its verdict; without findings, how strongly the document says what it is
 * about.
 */
function severityOf(
  declared: readonly ClauseId[],
  findings: readonly Finding[],
  serious: readonly Finding[],
): string {
  if (serious.some(({ verdict, clause }) => verdict === 'suite-error' || isGravest(clause))) return 'blocker';
  if (serious.length > 0) return 'critical';
  if (findings.length > 0) return 'minor';
  const evidence = declared.filter(hasClause).map((id) => clauseOf(id).evidence);
  if (evidence.length === 0 || evidence.includes('stated')) return 'normal';
  return evidence.every((one) => one === 'silent') ? 'trivial' : 'minor';
}

/** Labels a test for the Allure report: the clauses of its findings, those that failed it, how grave that is, and whether it warns or observed something. */
export async function labelTest(
  info: TestInfo,
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
  serious: readonly Finding[],
): Promise<void> {
  const declared = info.annotations
    .filter(({ type }) => type === '@allure.label.clause')
    .map(({ description = '' }) => description);
  const groups = groupFindings(serious);
  const failed = [...new Set(groups.map(({ clause }) => clause))];
  const places = [...new Set(groups.map(({ clause, operation }) => `${clause} ${operation}`))];
  const broken = [...new Set([...failed, ...findings.map(({ clause }) => clause)])].filter(
    (id) => !declared.includes(id),
  );
  const mild = findings.filter(({ verdict }) => verdict === 'warn' || verdict === 'inconclusive');
  const warnings = [...new Set(mild.map(({ clause, message }) => `[${clause}] ${message}`))].slice(0, most);
  const said = warnings.length > 0 ? warnings : observedAt(declared, exchanges);
  const made = [
    { name: 'severity', value: severityOf(declared, findings, serious) },
    ...failed.slice(0, most).map((value) => ({ name: 'broken', value })),
    ...places.slice(0, most).map((value) => ({ name: 'place', value })),
    ...broken.slice(0, most).flatMap((id) => [
      { name: 'clause', value: id },
      { name: 'tag', value: id },
    ]),
    ...(said.length === 0
      ? []
      : [
          { name: 'outcome', value: warnings.length > 0 ? 'warning' : 'info' },
          { name: 'observation', value: said.join('\n') },
        ]),
  ];
  // As Allure's own function writes them, which is loaded only where its reporter is.
  await info.attach('Allure Metadata (metadata)', {
    contentType: 'application/vnd.allure.message+json',
    body: JSON.stringify({ type: 'metadata', data: { labels: made } }),
  });
}
