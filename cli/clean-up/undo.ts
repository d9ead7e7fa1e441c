import { redactText, redactTextOf } from '../../reports/redact.ts';
import { operationOf } from '../../schemas/operations.ts';
import { entriesOf, entrySucceeded, membersOf, scalarText } from '../../schemas/outcome.ts';
import { stateOf } from '../../schemas/states.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type UndoWay, undoPortions, undoRequest, undoWays } from '../../targets/clean-up.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Caller } from '../../targets/sender.ts';
import type { Target } from '../../targets/target.ts';

/** What became of one attempt to undo one entry. */
export interface Undone {
  readonly entry: LedgerEntry;
  readonly by: DocumentedOperationId;
  /** `no answer`: it may or may not be undone. */
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
      for (const one of await undo(by, undoRequest(entries, by, target), entries, caller)) {
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
): Promise<readonly Undone[]> {
  const all = (result: Undone['result'], detail: string) =>
    entries.map((entry) => ({ entry, by, result, detail: redactText(detail) }));
  try {
    const judged = await caller.send(by, body);
    const { outcome } = judged.judgement;
    const { received } = judged.exchange;
    // A connection that was never made carried nothing.
    if (received.kind === 'none')
      return all(received.reason === 'unreachable' ? 'not sent' : 'no answer', received.detail);
    if (stateOf(judged).state === 'unknown') return all('no answer', `status ${received.status}`);
    if (by === 'cancel-subscription')
      return all(outcome === 'accepted' ? 'undone' : 'refused', `status ${received.status}`);
    const said = answeredEntries(judged, by);
    return entries.map((entry) => {
      const own = said.get(answeredKey(entry));
      const detail = redactTextOf(judged, own?.text || `status ${received.status}`);
      return { entry, by, result: own?.succeeded === true ? 'undone' : 'refused', detail };
    });
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
    return all('not sent', error.message);
  }
}

/** Names an order as a batch answer has to name it. */
function answeredKey({
  transaction_id,
  order_no,
}: {
  readonly transaction_id?: unknown;
  readonly order_no?: unknown;
}): string {
  return JSON.stringify([String(transaction_id ?? ''), String(order_no ?? '')]);
}

/** What a batch answer says of each order. */
function answeredEntries(
  { judgement }: JudgedExchange,
  id: DocumentedOperationId,
): ReadonlyMap<string, { readonly succeeded: boolean; readonly text: string }> {
  const operation = operationOf(id);
  const members = membersOf(operation, judgement.answer ?? {});
  return new Map(
    entriesOf(operation, members).map((entry) => [
      answeredKey(entry),
      {
        succeeded: entrySucceeded(operation, entry),
        text: scalarText(entry[operation.batch?.message ?? '']) ?? '',
      },
    ]),
  );
}
