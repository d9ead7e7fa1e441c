import { expect as base, test } from '@playwright/test';
import type { JudgedExchange } from '../../schemas/types.ts';
import { readSettings } from '../../targets/settings.ts';
import { describeFindings, failingFindings, markFindings } from './fixtures/findings-error.ts';
import { knownDeviations } from './harness.ts';

const settings = readSettings();
const isKnown = knownDeviations(settings.target);

/** Playwright's `expect` with a matcher for exchanges. */
export const hardExpect = base.extend({
  /** Passes if the exchange breaks no clause that fails a test of the run; else prints every finding. */
  toConform(judged: JudgedExchange) {
    const findings = failingFindings(judged.judgement.findings, settings, isKnown);
    if (findings.length > 0) markFindings(test.info(), findings);
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

/** Like `hardExpect`, but soft: a test goes on after a deviation, as a later request may show another one. */
export const expect = (judged: JudgedExchange): { toConform(): void } => hardExpect.soft(judged);
