import type { TestInfo } from '@playwright/test';
import { attachExchange } from '../../reports/allure/attach.ts';
import { typedPath } from '../../reports/exports/repeat-command.ts';
import { restsOn } from '../../reports/exports/rests-on.ts';
import { redactExchange } from '../../reports/redact.ts';
import { groupFindings } from '../../reports/statement/grouping.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import { endpointOptions, printedTarget, type Settings } from '../../targets/settings.ts';
import { againCommand } from './findings-error.ts';

/** Exchanges that one test attaches at most. */
const most = 3;

/** Attaches exchanges out of those of a test, masked, each with the curl that sends it again. */
export async function attachExchanges(
  info: TestInfo,
  shown: readonly JudgedExchange[],
  all: readonly JudgedExchange[],
  settings: Settings,
): Promise<void> {
  const { target, targetFile, fault, dialect } = settings;
  const file = printedTarget(targetFile);
  const place = {
    ...(file === undefined ? {} : { target: typedPath(file) }),
    endpoint: endpointOptions({ fault, dialect, acquirer: target.acquirer }),
  };
  for (const judged of shown) {
    const exchange = redactExchange(judged);
    await attachExchange(info, exchange, place, {
      calls: () => restsOn(exchange, all.map(redactExchange)),
      again: againCommand(exchange.id, settings),
    });
  }
}

/**
 * Attaches the smallest example of each kind of finding, masked, with the curl that sends it again; for a test that
 * broke without any finding, the last exchange. A property has attached its counterexample already.
 */
export async function attachFindings(
  info: TestInfo,
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
  settings: Settings,
): Promise<void> {
  if (info.attachments.some(({ name }) => name.startsWith('exchange '))) return;
  const ids =
    findings.length > 0
      ? groupFindings(findings).map(({ example }) => example.exchange)
      : info.errors.length > 0
        ? exchanges.slice(-1).map(({ exchange }) => exchange.id)
        : [];
  const shown = exchanges.filter(({ exchange }) => [...new Set(ids)].slice(0, most).includes(exchange.id));
  await attachExchanges(info, shown, exchanges, settings);
}
