import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Settings } from '../settings.ts';
import { suiteVersion } from '../suite-version.ts';
import type { Target } from '../target.ts';

/** The facts about something that one exchange created or may have created. */
export interface LedgerFacts {
  readonly operation: DocumentedOperationId;
  /** As sent, like amount, currency and account. */
  readonly order_no?: string;
  readonly request_id?: string;
  readonly account_id?: string;
  readonly amount?: string;
  readonly currency?: string;
  /** As the service answered, if the answer is believed. */
  readonly transaction_id?: string;
  readonly recurring_id?: string;
  readonly contract_name?: string;
  /** The rest of `amount` after partial refunds; absent if nothing was refunded. */
  readonly rest?: string;
  /** False without a clear answer: it may or may not exist. */
  readonly certain: boolean;
  /** Why the answer is not believed: then nothing is undone. */
  readonly doubt?: string;
  /** Operations that could undo it, in the order to try them; empty if the document shows none. */
  readonly undo: readonly DocumentedOperationId[];
  /** Id of the exchange that created it. */
  readonly exchange: string;
}

/** One line of a ledger: what was created, on which target, by which run. */
export interface LedgerEntry extends LedgerFacts, LedgerOrigin {}

/** Version of the lines of a ledger. */
export const ledgerVersion = 2;

/** The origin of a line; every line has one, because several runs may write to one folder. */
export interface LedgerOrigin {
  readonly ledger: typeof ledgerVersion;
  /** Version of the suite that wrote the line. */
  readonly suite: string;
  /** First part of every order number of the run. */
  readonly run: string;
  readonly baseUrl: string;
  readonly merchant_id: string;
}

/** The origin of everything that a run creates on a target. */
export function ledgerOrigin(
  { baseUrl = '', merchant: { merchant_id } }: Pick<Target, 'baseUrl' | 'merchant'>,
  { runId }: Pick<Settings, 'runId'>,
): LedgerOrigin {
  return { ledger: ledgerVersion, suite: suiteVersion, run: runId, baseUrl, merchant_id };
}

/** Returns whether a line belongs to a target: the same address and merchant. */
export function isOf(origin: LedgerOrigin, target: Pick<Target, 'baseUrl' | 'merchant'>): boolean {
  return origin.baseUrl === target.baseUrl && origin.merchant_id === target.merchant.merchant_id;
}

/** Describes the target of a line for a reader. */
export function originText({ baseUrl, merchant_id, run }: LedgerOrigin): string {
  return `${baseUrl} (merchant ${merchant_id}, run ${run})`;
}
