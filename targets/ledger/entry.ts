import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { LedgerOrigin } from './origin.ts';

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
