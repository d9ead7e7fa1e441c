import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../schemas/types.ts';
import type { LedgerEntry } from './ledger-entries.ts';
import type { Target } from './target.ts';

// Sums of decimal fractions would miss the last cent.
function centsOf(amount: string | undefined): number {
  return Math.round(Number(amount ?? 0) * 100);
}

/** What a run left on the target and something could undo: certain entries whose transaction was not cancelled or refunded in full. */
export function leftBehind(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const cancelled = new Set(namesOf(entries, 'cancel', ({ transaction_id }) => transaction_id));
  const ended = new Set(namesOf(entries, 'cancel-subscription', ({ recurring_id }) => recurring_id));
  const refunded = new Map<string, number>();
  for (const { operation, transaction_id, amount, certain } of entries) {
    if (operation !== 'refund' || !certain || transaction_id === undefined) continue;
    refunded.set(transaction_id, (refunded.get(transaction_id) ?? 0) + centsOf(amount));
  }
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const { transaction_id, recurring_id, amount, certain, undo } = entry;
    if (!certain || undo.length === 0 || transaction_id === undefined || seen.has(transaction_id)) return [];
    seen.add(transaction_id);
    const back = refunded.get(transaction_id) ?? 0;
    const rest = centsOf(amount) - back;
    const settled = cancelled.has(transaction_id) || rest <= 0;
    const open = undo.filter((operation) =>
      operation === 'cancel-subscription' ? !ended.has(recurring_id ?? '') : !settled,
    );
    const left = back === 0 ? entry : { ...entry, rest: (rest / 100).toFixed(2) };
    return open.length === 0 ? [] : [{ ...left, undo: open }];
  });
}

/** The unsigned requests that undo entries with one operation, in batches of the documented size. */
export function undoRequests(
  entries: readonly LedgerEntry[],
  operation: 'cancel' | 'refund' | 'cancel-subscription',
  { merchant }: Pick<Target, 'merchant'>,
): readonly JsonObject[] {
  const { merchant_id, account_id } = merchant;
  const wanted = entries.filter(({ undo }) => undo.includes(operation));
  if (operation === 'cancel-subscription') {
    return wanted.map(({ recurring_id = '', contract_name = '' }) => ({
      merchant_id,
      account_id,
      recurring_id,
      contract_name,
    }));
  }
  const { batch } = operationOf(operation);
  if (batch === undefined) return [];
  const orders = wanted.map(({ transaction_id = '', order_no = '', currency = '', amount = '', rest }) => ({
    transaction_id,
    order_no,
    currency,
    amount,
    ...(operation === 'refund'
      ? { refund_amount: rest ?? amount, refund_reason: 'clean-up of a conformance run' }
      : {}),
  }));
  const batches: JsonObject[] = [];
  for (let start = 0; start < orders.length; start += batch.limit) {
    batches.push({ merchant_id, account_id, [batch.field]: orders.slice(start, start + batch.limit) });
  }
  return batches;
}

function namesOf(
  entries: readonly LedgerEntry[],
  operation: DocumentedOperationId,
  nameOf: (entry: LedgerEntry) => string | undefined,
): string[] {
  const done = entries.filter((entry) => entry.operation === operation && entry.certain);
  return done.map(nameOf).filter((name) => name !== undefined);
}
