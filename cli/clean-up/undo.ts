import { redactText } from '../../reports/redact.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { undoRequests } from '../../targets/clean-up.ts';
import type { Client } from '../../targets/client.ts';
import type { LedgerEntry } from '../../targets/ledger-entries.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Target } from '../../targets/target.ts';
import { answeredEntries } from './answered.ts';

/** What became of one attempt to undo one entry. */
export interface Undone {
  readonly entry: LedgerEntry;
  readonly by: DocumentedOperationId;
  /** `no answer`: it may or may not be undone. */
  readonly result: 'undone' | 'refused' | 'not sent' | 'no answer';
  /** One line, masked. */
  readonly detail: string;
}

// A cancellation leaves less behind than a refund, so it comes first; subscriptions stand for themselves.
const ways = ['cancel', 'refund', 'cancel-subscription'] as const;
type Way = (typeof ways)[number];

/** One request and the entries that it undoes. */
interface Portion {
  readonly entries: readonly LedgerEntry[];
  readonly body: JsonObject;
}

/** Undoes entries with what is allowed, each request once; stops at the first budget that is spent. */
export async function undoAll(
  open: readonly LedgerEntry[],
  client: Client,
  target: Target,
  stopped: () => boolean = () => false,
): Promise<readonly Undone[]> {
  const results: Undone[] = [];
  const settled = new Set<string>();
  let ordinal = 0;
  for (const by of ways) {
    // What a cancellation has undone, or may have undone, is not refunded as well.
    const wanted = open.filter(
      ({ undo, transaction_id = '' }) =>
        undo.includes(by) && (by === 'cancel-subscription' || !settled.has(transaction_id)),
    );
    for (const { entries, body } of portions(wanted, by, target)) {
      const told = stopped()
        ? entries.map((entry) => ({ entry, by, result: 'not sent', detail: 'stopped before it' }) as const)
        : await undo(by, body, entries, client, ordinal++);
      for (const one of told) {
        results.push(one);
        const { transaction_id } = one.entry;
        if (by === 'cancel' && (one.result === 'undone' || one.result === 'no answer'))
          settled.add(transaction_id ?? '');
      }
    }
  }
  return results;
}

// One request moves no more than the target allows for one; a single entry beyond that is refused by the budget.
function portions(wanted: readonly LedgerEntry[], by: Way, target: Target): readonly Portion[] {
  const most = by === 'cancel-subscription' ? 1 : (operationOf(by).batch?.limit ?? 1);
  const found: LedgerEntry[][] = [];
  let sum = 0;
  for (const entry of wanted) {
    const amount = by === 'refund' ? Number(entry.rest ?? entry.amount ?? 0) : 0;
    const last = found.at(-1);
    if (last === undefined || last.length === most || sum + amount > target.limits.amountPerRequest) {
      found.push([entry]);
      sum = amount;
    } else {
      last.push(entry);
      sum += amount;
    }
  }
  return found.flatMap((entries) => undoRequests(entries, by, target).map((body) => ({ entries, body })));
}

async function undo(
  by: Way,
  body: JsonObject,
  entries: readonly LedgerEntry[],
  client: Client,
  ordinal: number,
): Promise<readonly Undone[]> {
  const all = (result: Undone['result'], detail: string) =>
    entries.map((entry) => ({ entry, by, result, detail: redactText(detail) }));
  try {
    const judged = await client.send(by, body, { origin: { test: 'conformance clean-up', ordinal } });
    const { outcome } = judged.judgement;
    const { received } = judged.exchange;
    // A connection that was never made carried nothing.
    if (received.kind === 'none')
      return all(received.reason === 'unreachable' ? 'not sent' : 'no answer', received.detail);
    if (outcome === 'unclear') return all('no answer', `status ${received.status}`);
    if (by === 'cancel-subscription')
      return all(outcome === 'accepted' ? 'undone' : 'refused', `status ${received.status}`);
    const said = answeredEntries(judged, by);
    return entries.map((entry) => {
      const own = said.get(entry.transaction_id ?? '');
      const detail = redactText(own?.text || `status ${received.status}`);
      return { entry, by, result: own?.succeeded === true ? 'undone' : 'refused', detail };
    });
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
    return all('not sent', error.message);
  }
}
