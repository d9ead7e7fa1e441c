import type { Settings } from '../settings.ts';
import { suiteVersion } from '../suite-version.ts';
import type { Target } from '../target.ts';

/** Version of the lines of a ledger. */
export const ledgerVersion = 2;

/** Whose ledger a line is: every line says so itself, because several runs may write into one folder. */
export interface LedgerOrigin {
  readonly ledger: typeof ledgerVersion;
  /** Version of the suite that wrote it. */
  readonly suite: string;
  /** First part of every order number that the run sent. */
  readonly run: string;
  readonly baseUrl: string;
  readonly merchant_id: string;
}

/** The origin of what a run creates on a target. */
export function ledgerOrigin(
  { baseUrl = '', merchant: { merchant_id } }: Pick<Target, 'baseUrl' | 'merchant'>,
  { runId }: Pick<Settings, 'runId'>,
): LedgerOrigin {
  return { ledger: ledgerVersion, suite: suiteVersion, run: runId, baseUrl, merchant_id };
}

/** Tells whether a line is of a target: the same address and the same merchant. */
export function isOf(origin: LedgerOrigin, target: Pick<Target, 'baseUrl' | 'merchant'>): boolean {
  return origin.baseUrl === target.baseUrl && origin.merchant_id === target.merchant.merchant_id;
}

/** Names the target of a line, for a reader. */
export function originText({ baseUrl, merchant_id, run }: LedgerOrigin): string {
  return `${baseUrl} (merchant ${merchant_id}, run ${run})`;
}
