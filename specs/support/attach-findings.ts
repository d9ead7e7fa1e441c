import type { TestInfo } from '@playwright/test';
import { attachExchange } from '../../reports/attach.ts';
import { groupFindings } from '../../reports/grouping.ts';
import { redactExchange } from '../../reports/redact.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';

/** Exchanges that one test attaches at most. */
const most = 3;

/**
 * Attaches the smallest example of each kind of finding, masked, with the curl that sends it again; for a test that
 * broke without any finding, the last exchange. A property has attached its counterexample already.
 */
export async function attachFindings(
  info: TestInfo,
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
): Promise<void> {
  if (info.attachments.some(({ name }) => name.startsWith('exchange '))) return;
  const ids =
    findings.length > 0
      ? groupFindings(findings).map(({ example }) => example.exchange)
      : info.errors.length > 0
        ? exchanges.slice(-1).map(({ exchange }) => exchange.id)
        : [];
  const shown = exchanges.filter(({ exchange }) => [...new Set(ids)].slice(0, most).includes(exchange.id));
  for (const judged of shown) await attachExchange(info, redactExchange(judged));
}
