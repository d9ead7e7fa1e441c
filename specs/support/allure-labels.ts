import type { TestInfo } from '@playwright/test';
import { labels } from 'allure-js-commons';
import { redactExchange } from '../../reports/redact.ts';
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

/** Labels a test for the Allure report: the clauses of its findings, whether it failed by them, and whether it warns or observed something. */
export async function labelTest(
  info: TestInfo,
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
  deviates: boolean,
): Promise<void> {
  const declared = info.annotations
    .filter(({ type }) => type === '@allure.label.clause')
    .map(({ description = '' }) => description);
  const broken = [...new Set(findings.map(({ clause }) => clause))].filter((id) => !declared.includes(id));
  const mild = findings.filter(({ verdict }) => verdict === 'warn' || verdict === 'inconclusive');
  const warnings = [...new Set(mild.map(({ clause, message }) => `[${clause}] ${message}`))].slice(0, most);
  const said = warnings.length > 0 ? warnings : observedAt(declared, exchanges);
  const made = [
    ...(deviates ? [{ name: 'deviates', value: 'yes' }] : []),
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
  if (made.length > 0) await labels(...made);
}
