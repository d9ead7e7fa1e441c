import { expect as base, test } from '@playwright/test';
import type { JudgedExchange } from '../../schemas/types.ts';
import { readSettings } from '../../targets/settings.ts';
import { describeFindings, markFindings, seriousFindings } from './fixtures/findings-error.ts';

const settings = readSettings();
const { profile } = settings;

/** Playwright's expect with a matcher for exchanges. */
export const speaking = base.extend({
  /** Holds when the exchange deviates from no clause that fails under the run's profile; prints every finding otherwise. */
  toConform(judged: JudgedExchange) {
    const findings = seriousFindings(judged.judgement.findings, profile);
    if (findings.length > 0) markFindings(test.info(), findings, settings);
    return {
      pass: findings.length === 0,
      name: 'toConform',
      message: () =>
        findings.length === 0
          ? `exchange ${judged.exchange.id} conforms to every clause that it exercises`
          : describeFindings(findings, [judged], settings),
    };
  },
});

/**
 * Expects of an exchange that it deviates from no clause that fails under the run's profile. Soft, so that one deviation does not
 * keep a test from sending what it sends next, where another one may show.
 */
export const expect = (judged: JudgedExchange): { toConform(): void } => speaking.soft(judged);
