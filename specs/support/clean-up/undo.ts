import { answeredWords } from '../../../opening/answer-words.ts';
import { redactText, redactTextOf } from '../../../reports/redact.ts';
import { entriesIn, scalarText } from '../../../schemas/history/outcome.ts';
import { stateOf } from '../../../schemas/history/states.ts';
import { operationOf } from '../../../schemas/operations.ts';
import type { JudgedExchange } from '../../../schemas/types.ts';
import { type UndoOperation, undoOperations, undoRequest } from '../../../targets/clean-up.ts';
import { ledgerEntriesOf } from '../../../targets/ledger/entries.ts';
import type { LedgerEntry } from '../../../targets/ledger/entry.ts';
import { isRefusedSend } from '../../../targets/refused-send.ts';
import type { Caller } from '../../../targets/sending/sender.ts';
import type { Target } from '../../../targets/target.ts';

/** The result of one attempt to undo an entry. */
export interface Undone {
  readonly by: UndoOperation;
  /**
   * `refused`: by a status that the target file calls refused. `unclear`: no answer, or one without success, so that it
   * may be undone now or later. `throttled`: the service asks to wait, and a later clean-up may ask again.
   */
  readonly result: 'undone' | 'refused' | 'not sent' | 'unclear' | 'throttled';
  /** One masked line. */
  readonly detail: string;
}

/** True of what gives a payment back, and false of what ends a subscription. */
const givesBack = (by: UndoOperation) => operationOf(by).batch !== undefined;

/** True unless it is sure that a payment was not given back: then nothing else follows, whatever the answer says. */
const mayBeGivenBack = ({ by, result }: Undone) =>
  givesBack(by) && result !== 'refused' && result !== 'not sent';

/** Undoes an entry by the allowed operations, with one request each. */
export async function undoEntry(
  entry: LedgerEntry,
  caller: Pick<Caller, 'send'>,
  target: Target,
): Promise<readonly Undone[]> {
  const results: Undone[] = [];
  for (const by of undoOperations) {
    // A payment that was or may have been cancelled is not refunded as well.
    if (!entry.undo.includes(by) || (givesBack(by) && results.some(mayBeGivenBack))) continue;
    results.push(await attempt(by, entry, caller, target));
  }
  return results;
}

async function attempt(
  by: UndoOperation,
  entry: LedgerEntry,
  caller: Pick<Caller, 'send'>,
  target: Target,
): Promise<Undone> {
  const undone = (result: Undone['result'], detail: string) => ({ by, result, detail: redactText(detail) });
  try {
    const judged = await caller.send(by, undoRequest(entry, by, target));
    const { received } = judged.exchange;
    // Without a connection nothing was sent.
    if (received.kind === 'none' && received.reason === 'unreachable')
      return undone('not sent', received.detail);
    const key = givesBack(by) ? 'transaction_id' : 'recurring_id';
    if (stateOf(judged, target.statuses).state === 'throttled')
      return undone('throttled', answeredWords(judged));
    const noted = ledgerEntriesOf(judged, () => true, target.statuses);
    const own = noted.find((one) => one[key] === entry[key]);
    const result = own === undefined ? 'refused' : own.certain ? 'undone' : 'unclear';
    return { by, result, detail: redactTextOf(judged, answerReason(judged, by, entry[key])) };
  } catch (error) {
    if (isRefusedSend(error)) return undone('not sent', error.message);
    const { message } = error as Error;
    throw new Error(redactText(`${by} unclear: what came of it could not be written down (${message})`));
  }
}

/** Returns the answer about a transaction, or the reason why there is none. */
function answerReason(judged: JudgedExchange, by: UndoOperation, id: string | undefined): string {
  const { received } = judged.exchange;
  if (received.kind === 'none') return received.detail;
  const own = entriesIn(judged).find(({ transaction_id }) => transaction_id === id);
  return scalarText(own?.[operationOf(by).batch?.message ?? '']) || answeredWords(judged);
}
