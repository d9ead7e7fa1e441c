import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Settings } from '../settings.ts';
import { suiteVersion } from '../suite-version.ts';
import type { Target } from '../target.ts';

/** What one exchange says of something that it created, or may have created. */
export interface LedgerFacts {
  readonly operation: DocumentedOperationId;
  /** As it was sent; amount, currency and account as well. */
  readonly order_no?: string;
  readonly request_id?: string;
  readonly account_id?: string;
  readonly amount?: string;
  readonly currency?: string;
  /** As the service answered it, where the answer is believed. */
  readonly transaction_id?: string;
  readonly recurring_id?: string;
  readonly contract_name?: string;
  /** What is left of `amount` after refunds in parts; absent when all of it is. */
  readonly rest?: string;
  /** False when no clear answer came, so that it may or may not exist. */
  readonly certain: boolean;
  /** Why the answer is not believed: then nothing is undone. */
  readonly doubt?: string;
  /** Operations that could undo it, in the order to try them; empty when the document shows none. */
  readonly undo: readonly DocumentedOperationId[];
  /** Id of the exchange that created it. */
  readonly exchange: string;
}

/** One line of a ledger: what was created, and on which target by which run. */
export interface LedgerEntry extends LedgerFacts, LedgerOrigin {}

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
