import { answeredWords } from '../../opening/answer-words.ts';
import { redactText, redactTextOf } from '../../reports/redact.ts';
import { entriesIn, scalarText } from '../../schemas/history/outcome.ts';
import { stateOf } from '../../schemas/history/states.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type UndoOperation, undoOperations, undoPortions, undoRequest } from '../../targets/clean-up.ts';
import { ledgerEntriesOf } from '../../targets/ledger/entries.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Caller } from '../../targets/sending/sender.ts';
import type { Target } from '../../targets/target.ts';

/** The result of one attempt to undo one entry. */
export interface Undone {
  readonly entry: LedgerEntry;
  readonly by: UndoOperation;
  /**
   * `refused`: by a status that the target file calls refused. `unclear`: no answer, or one without success, so that it
   * may be undone now or later. `throttled`: the service asks to wait, and a later clean-up may ask again.
   */
  readonly result: 'undone' | 'refused' | 'not sent' | 'unclear' | 'throttled';
  /** One masked line. */
  readonly detail: string;
}

/** True unless it is sure that a cancellation was not done: then no refund follows it, whatever its answer says. */
const mayBeUndone = ({ result }: Undone) => result !== 'refused' && result !== 'not sent';

/** Undoes entries by the allowed operations, each request once, and tells each result; stops when a budget is spent. */
export async function undoAll(
  open: readonly LedgerEntry[],
  caller: Pick<Caller, 'send'>,
  target: Target,
  told: (one: Undone) => void = () => {},
): Promise<readonly Undone[]> {
  const results: Undone[] = [];
  const settled = new Set<string>();
  for (const by of undoOperations) {
    // A payment that was or may have been cancelled is not refunded as well.
    const wanted = open.filter(
      ({ undo, transaction_id = '' }) =>
        undo.includes(by) && (by === 'cancel-subscription' || !settled.has(transaction_id)),
    );
    for (const entries of undoPortions(wanted, by, target)) {
      for (const one of await undo(by, undoRequest(entries, by, target), entries, caller, target, told)) {
        results.push(one);
        told(one);
        if (by === 'cancel' && mayBeUndone(one)) settled.add(one.entry.transaction_id ?? '');
      }
    }
  }
  return results;
}

async function undo(
  by: UndoOperation,
  body: JsonObject,
  entries: readonly LedgerEntry[],
  caller: Pick<Caller, 'send'>,
  { statuses }: Pick<Target, 'statuses'>,
  told: (one: Undone) => void,
): Promise<readonly Undone[]> {
  const all = (result: Undone['result'], detail: string) =>
    entries.map((entry) => ({ entry, by, result, detail: redactText(detail) }));
  try {
    const judged = await caller.send(by, body);
    const { received } = judged.exchange;
    // Without a connection nothing was sent.
    if (received.kind === 'none' && received.reason === 'unreachable')
      return all('not sent', received.detail);
    const key = by === 'cancel-subscription' ? 'recurring_id' : 'transaction_id';
    if (stateOf(judged, statuses).state === 'throttled') return all('throttled', answeredWords(judged));
    const noted = ledgerEntriesOf(judged, () => true, statuses);
    return entries.map((entry) => {
      const own = noted.find((one) => one[key] === entry[key]);
      const result = own === undefined ? 'refused' : own.certain ? 'undone' : 'unclear';
      return { entry, by, result, detail: redactTextOf(judged, answerReason(judged, by, entry[key])) };
    });
  } catch (error) {
    if (isRefusedSend(error)) return all('not sent', error.message);
    all('unclear', 'what came of it could not be written down').forEach(told);
    throw error;
  }
}

/** Returns the answer about a transaction, or the reason why there is none. */
function answerReason(judged: JudgedExchange, by: UndoOperation, id: string | undefined): string {
  const { received } = judged.exchange;
  if (received.kind === 'none') return received.detail;
  const own = entriesIn(judged).find(({ transaction_id }) => transaction_id === id);
  return scalarText(own?.[operationOf(by).batch?.message ?? '']) || answeredWords(judged);
}
