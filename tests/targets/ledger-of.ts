import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { type Ledger, openLedger } from '../../targets/ledger.ts';

/** Where the ledgers of tests are of, unless a test says otherwise. */
export const origin = {
  ledger: 2,
  suite: '0.0.0',
  run: 'r',
  baseUrl: 'http://a.invalid',
  merchant_id: 'M',
} as const;

/** Opens a ledger of a target that holds no secret. */
export function ledgerOf(file: string, of: Partial<typeof origin> | Partial<LedgerEntry> = {}): Ledger {
  return openLedger(file, { origin: { ...origin, ...of } as typeof origin, secrets: [] });
}

/** A card payment that a run made and that nothing has undone. */
export function paymentEntry(transaction_id: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    ...origin,
    operation: 'direct-payment',
    transaction_id,
    order_no: `r-${transaction_id}`,
    amount: '5.00',
    currency: 'USD',
    certain: true,
    undo: ['cancel', 'refund'],
    exchange: 'e',
    ...more,
  };
}
