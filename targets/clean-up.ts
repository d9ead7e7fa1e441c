import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { entriesIn, scalarText } from '../schemas/history/outcome.ts';
import { isSurelyRefused, stateOfEntry } from '../schemas/history/states.ts';
import { operationOf } from '../schemas/operations.ts';
import type { JsonObject, JudgedExchange, OperationId, Statuses } from '../schemas/types.ts';
import type { LedgerEntry } from './ledger/entry.ts';
import { readLedger } from './ledger.ts';
import type { Target } from './target.ts';

/** Returns the clean-up folder next to the reports of a run, which stay as they were signed; one for all their names. */
export function cleanUpFolder(out: string): string {
  return `${existsSync(out) ? realpathSync(out) : resolve(out)}.clean-up`;
}

/** Operations that only end or return something, so they leave nothing to clean up. */
const ending: ReadonlySet<OperationId> = new Set<OperationId>([
  'cancel',
  'refund',
  'cancel-subscription',
  'review',
]);

/** Returns the ledger of a run with the cancellations and refunds of earlier clean-ups. */
export function readLedgers(out: string): readonly LedgerEntry[] {
  const undone = readLedger(join(cleanUpFolder(out), 'ledger.ndjson'));
  return [
    ...readLedger(join(out, 'ledger.ndjson')),
    ...undone.filter(({ operation }) => ending.has(operation)),
  ];
}

// Sums of decimal fractions would be wrong by a cent.
function centsOf(amount: string | undefined): number {
  return Math.round(Number(amount ?? 0) * 100);
}

/** Cents surely returned, and cents perhaps returned without a clear answer; infinite for a cancellation. */
interface Returned {
  readonly sure: number;
  readonly perhaps: number;
}

/** Returns a lookup of what was returned of each payment and which subscriptions were ended. */
function returnedAmounts(entries: readonly LedgerEntry[]) {
  const back = new Map<string, Returned>();
  const backOf = (kind: 'order' | 'subscription', name = ''): Returned =>
    back.get(`${kind} ${name}`) ?? { sure: 0, perhaps: 0 };
  for (const { operation, transaction_id, recurring_id, amount, certain } of entries) {
    if (!undoOperations.some((way) => way === operation)) continue;
    const kind = operationOf(operation).batch === undefined ? 'subscription' : 'order';
    const name = kind === 'order' ? transaction_id : recurring_id;
    const cents = operation === 'refund' ? centsOf(amount) : Number.POSITIVE_INFINITY;
    const { sure, perhaps } = backOf(kind, name);
    const now = certain ? { sure: sure + cents, perhaps } : { sure, perhaps: perhaps + cents };
    if (name !== undefined) back.set(`${kind} ${name}`, now);
  }
  return backOf;
}

// One refund may be in both lists. A refund without a clear answer stays unclear, since it may add to those listed.
function combined(noted: Returned, told: Returned): Returned {
  const sure = Math.max(noted.sure, told.sure);
  const further = told.sure + told.perhaps - Math.max(sure, noted.sure + noted.perhaps);
  return { sure, perhaps: noted.perhaps + Math.max(0, further) };
}

/** The listed refunds of a ledger's payments; uncertain unless shown as done with an amount that can be read. */
export function listedRefundEntries(
  ledger: readonly LedgerEntry[],
  answers: readonly JudgedExchange[],
  statuses?: Statuses,
): readonly LedgerEntry[] {
  const payments = new Map<string | undefined, LedgerEntry>();
  for (const entry of ledger)
    for (const name of [entry.order_no, entry.transaction_id]) if (name) payments.set(name, entry);
  return answers.flatMap(entriesIn).flatMap((record) => {
    // Some services list a refund under a separate transaction.
    const payment =
      payments.get(scalarText(record.transaction_id)) ?? payments.get(scalarText(record.order_no));
    if (payment === undefined || isSurelyRefused('refund', record, statuses)) return [];
    const said = scalarText(record.refund_amount);
    const isRead = centsOf(said) > 0;
    const certain = isRead && stateOfEntry('refund', record, statuses) === 'done';
    const { rest: _rest, ...refunded } = { ...payment, operation: 'refund' as const, undo: [], certain };
    return [{ ...refunded, ...(isRead && said && { amount: said }) }];
  });
}

/**
 * What a run left on the target that can be undone: certain entries not cancelled or refunded in full, by the ledger or
 * by the service's list. `undo` is empty if money may have been returned without a clear answer.
 */
export function undoableEntries(
  ledger: readonly LedgerEntry[],
  listed: readonly LedgerEntry[] = [],
): readonly LedgerEntry[] {
  const entries = withDoubts(ledger);
  const [noted, told] = [returnedAmounts(entries), returnedAmounts(listed)];
  const backOf: typeof noted = (...name) => combined(noted(...name), told(...name));
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const { transaction_id, recurring_id, amount, certain, undo } = entry;
    if (!certain || undo.length === 0 || transaction_id === undefined || seen.has(transaction_id)) return [];
    seen.add(transaction_id);
    const { sure, perhaps } = backOf('order', transaction_id);
    const ended = backOf('subscription', recurring_id);
    const rest = centsOf(amount) - sure - perhaps;
    const isSettled = centsOf(amount) <= sure;
    // Money that may have been returned is not returned again, and nothing is undone twice.
    const isBackable = perhaps === 0 && rest > 0;
    const isOpen: Readonly<Record<UndoOperation, boolean>> = {
      cancel: isBackable,
      refund: isBackable,
      'cancel-subscription': ended.sure === 0 && ended.perhaps === 0,
    };
    const open = undoOperations.filter((way) => undo.includes(way) && isOpen[way]);
    const isUnsure =
      (!isSettled && (undo.includes('cancel') || undo.includes('refund'))) ||
      (ended.perhaps > 0 && ended.sure === 0);
    if (open.length === 0 && !isUnsure) return [];
    const left = sure + perhaps === 0 || rest <= 0 ? entry : { ...entry, rest: (rest / 100).toFixed(2) };
    return [{ ...left, undo: open }];
  });
}

/** Operations that undo something; a cancellation leaves less behind than a refund, so it comes first. */
export const undoOperations = ['cancel', 'refund', 'cancel-subscription'] as const;
/** One of the operations that undo something. */
export type UndoOperation = (typeof undoOperations)[number];

/** The unsigned request that undoes an entry. */
export function undoRequest(
  { account_id, recurring_id = '', contract_name = '', ...entry }: LedgerEntry,
  operation: UndoOperation,
  { merchant }: Pick<Target, 'merchant'>,
): JsonObject {
  const party = { merchant_id: merchant.merchant_id, account_id: account_id ?? merchant.account_id };
  const { batch } = operationOf(operation);
  if (batch === undefined) return { ...party, recurring_id, contract_name };
  const { transaction_id = '', order_no = '', currency = '', amount = '', rest } = entry;
  const refund = { refund_amount: rest ?? amount, refund_reason: 'clean-up of a conformance run' };
  const order = { transaction_id, order_no, currency, amount };
  return { ...party, [batch.field]: [operation === 'refund' ? { ...order, ...refund } : order] };
}

/** Sorts what is left by a ledger and the listed refunds: open, unsure, uncertain, lasting and unbelieved entries. */
export function sortLedger(ledger: readonly LedgerEntry[], listed: readonly LedgerEntry[] = []) {
  const entries = withDoubts(ledger);
  const left = undoableEntries(entries, listed);
  const created = entries.filter(({ operation, doubt }) => !ending.has(operation) && doubt === undefined);
  return {
    /** Can still be undone. */
    open: left.filter(({ undo }) => undo.length > 0),
    /** Perhaps undone already without a clear answer, so nothing more is sent for them. */
    unsure: left.filter(({ undo }) => undo.length === 0),
    uncertain: created.filter(({ certain }) => !certain),
    lasting: created.filter(({ certain, undo }) => certain && undo.length === 0),
    /** Their answer does not match the request, so they are not undone. */
    unbelieved: entries.filter(({ doubt }) => doubt !== undefined),
  };
}

/**
 * The entries, with a doubt on each that must not be undone: an order number without the prefix of the run, a
 * transaction already answered for another order, or a later operation on a doubtful payment.
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

// Two services, or two merchants of one service, may use the same identifiers.
function keyOf({ baseUrl, merchant_id }: LedgerEntry, id: string): string {
  return JSON.stringify([baseUrl, merchant_id, id]);
}
