import { expect as base, test } from '@playwright/test';
import type { JudgedExchange } from '../../schemas/types.ts';
import { readSettings } from '../../targets/settings.ts';
import { describeFindings, markFindings, seriousFindings } from './findings-error.ts';

/** Playwright's expect with a matcher that speaks of exchanges. */
export const expect = base.extend({
  /** Holds when the exchange deviates from no clause that fails under the run's profile; prints every finding otherwise. */
  toConform(judged: JudgedExchange) {
    const { profile, out } = readSettings();
    const findings = seriousFindings(judged.judgement.findings, profile);
    if (findings.length > 0) markFindings(test.info(), findings);
    return {
      pass: findings.length === 0,
      name: 'toConform',
      message: () =>
        findings.length === 0
          ? `exchange ${judged.exchange.id} conforms to every clause that it exercises`
          : describeFindings(findings, [judged], out),
    };
  },
});
