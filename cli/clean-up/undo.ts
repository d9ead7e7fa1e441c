import { redactText, redactTextOf } from '../../reports/redact.ts';
import { entriesIn, scalarText } from '../../schemas/history/outcome.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type UndoWay, undoPortions, undoRequest, undoWays } from '../../targets/clean-up.ts';
import { ledgerEntriesOf } from '../../targets/ledger/entries.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Caller } from '../../targets/sending/sender.ts';
import type { Target } from '../../targets/target.ts';

/** What became of one attempt to undo one entry. */
export interface Undone {
  readonly entry: LedgerEntry;
  readonly by: UndoWay;
  /** `no answer`: no clear one, so that it may or may not be undone, now or later. */
  readonly result: 'undone' | 'refused' | 'not sent' | 'no answer';
  /** One line, masked. */
  readonly detail: string;
}

/** Undoes entries with what is allowed, each request once; stops at the first budget that is spent. */
export async function undoAll(
  open: readonly LedgerEntry[],
  caller: Pick<Caller, 'send'>,
  target: Target,
): Promise<readonly Undone[]> {
  const results: Undone[] = [];
  const settled = new Set<string>();
  for (const by of undoWays) {
    // What a cancellation has undone, or may have undone, is not refunded as well.
    const wanted = open.filter(
      ({ undo, transaction_id = '' }) =>
        undo.includes(by) && (by === 'cancel-subscription' || !settled.has(transaction_id)),
    );
    for (const entries of undoPortions(wanted, by, target)) {
      for (const one of await undo(by, undoRequest(entries, by, target), entries, caller, target)) {
        results.push(one);
        const { transaction_id } = one.entry;
        if (by === 'cancel' && (one.result === 'undone' || one.result === 'no answer'))
          settled.add(transaction_id ?? '');
      }
    }
  }
  return results;
}

async function undo(
  by: UndoWay,
  body: JsonObject,
  entries: readonly LedgerEntry[],
  caller: Pick<Caller, 'send'>,
  { statuses }: Pick<Target, 'statuses'>,
): Promise<readonly Undone[]> {
  const all = (result: Undone['result'], detail: string) =>
    entries.map((entry) => ({ entry, by, result, detail: redactText(detail) }));
  try {
    const judged = await caller.send(by, body);
    const { received } = judged.exchange;
    // A connection that was never made carried nothing.
    if (received.kind === 'none' && received.reason === 'unreachable')
      return all('not sent', received.detail);
    const key = by === 'cancel-subscription' ? 'recurring_id' : 'transaction_id';
    const noted = ledgerEntriesOf(judged, () => true, statuses);
    return entries.map((entry) => {
      const own = noted.find((one) => one[key] === entry[key]);
      const result = own === undefined ? 'refused' : own.certain ? 'undone' : 'no answer';
      return { entry, by, result, detail: redactTextOf(judged, saidOf(judged, by, entry[key])) };
    });
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
    return all('not sent', error.message);
  }
}

/** What was answered about a transaction, or why nothing was. */
function saidOf(judged: JudgedExchange, by: UndoWay, id: string | undefined): string {
  const { received } = judged.exchange;
  if (received.kind === 'none') return received.detail;
  const own = entriesIn(judged).find(({ transaction_id }) => transaction_id === id);
  return scalarText(own?.[operationOf(by).batch?.message ?? '']) || `status ${received.status}`;
}
