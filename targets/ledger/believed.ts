import type { LedgerEntry } from './entry.ts';

/**
 * The entries with a doubt on each that may not be undone: an order number that does not begin with the run's own first
 * part, a transaction that was answered for an earlier order, and whatever follows on a payment that is not believed.
 */
export function withDoubts(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const owners = new Map<string, string>();
  const subscribers = new Map<string, string>();
  return entries.map((entry) => {
    const { operation, order_no, transaction_id, recurring_id, doubt, certain, undo } = entry;
    if (doubt !== undefined || !certain || undo.length === 0) return entry;
    const doubted = (why: string): LedgerEntry => ({ ...entry, undo: [], doubt: why });
    if (order_no?.startsWith(`${entry.run}-`) !== true)
      return doubted(`its order_no does not begin with "${entry.run}-", as those of its run do`);
    if (transaction_id === undefined) return entry;
    const key = keyOf(entry, transaction_id);
    if (operation !== 'direct-payment')
      return owners.get(key) === order_no
        ? entry
        : doubted('no payment of its run answers for this transaction');
    const owner = owners.get(key);
    if (owner !== undefined && owner !== order_no)
      return doubted('its transaction_id was answered for another order before');
    owners.set(key, order_no);
    if (recurring_id === undefined) return entry;
    const subscription = keyOf(entry, recurring_id);
    const subscriber = subscribers.get(subscription);
    subscribers.set(subscription, subscriber ?? order_no);
    if (subscriber === undefined || subscriber === order_no) return entry;
    return { ...entry, undo: undo.filter((way) => way !== 'cancel-subscription') };
  });
}

// Two services, or two merchants of one, may use the same identifiers.
function keyOf({ baseUrl, merchant_id }: LedgerEntry, id: string): string {
  return JSON.stringify([baseUrl, merchant_id, id]);
}
