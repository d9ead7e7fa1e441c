import type { Remembered } from '../reports/run/service-problems.ts';
import { answerOf, entriesOf, entrySucceeded, isBlank, scalarText } from '../schemas/history/outcome.ts';
import { listOf, objectOf } from '../schemas/json.ts';
import { isDocumented, type Operation, operationOf } from '../schemas/operations.ts';
import type { JsonObject, JsonValue, JudgedExchange } from '../schemas/types.ts';
import { isEntryOutcome, reasonWords, withoutSentValues } from './answer-words.ts';

type OrderEvidence = Pick<Remembered, 'seen' | 'id' | 'words'>;

function entryMessage(entry: JsonObject): string {
  return Object.entries(entry)
    .flatMap(([name, value]) => (isEntryOutcome(name) ? (scalarText(value) ?? []) : []))
    .join(', ');
}

/** The message about an order without its own values, so that messages about unknown orders are equal. */
const plainWords = (said: string, asked: JsonObject) =>
  withoutSentValues(said, asked, 3).replaceAll(/[0-9]+/g, '#');

function refusedIn(said: string, asked: JsonObject, id: string): OrderEvidence {
  return { seen: 'refused', id, words: plainWords(said, asked) };
}

/** What a batch answer shows about each order: by its entry, or by a message about a whole call with one order. */
function evidenceInBatch(operation: Operation, judged: JudgedExchange, answer: JsonObject): OrderEvidence[] {
  const { field } = operation.batch ?? { field: '' };
  const asked = listOf(objectOf(judged.exchange.sent.value)[field]);
  const entries = entriesOf(operation, answer);
  return asked.flatMap((one): OrderEvidence[] => {
    const order = objectOf(one);
    const id = scalarText(order.transaction_id);
    if (id === undefined) return [];
    const entry = entries.find(({ transaction_id }) => scalarText(transaction_id) === id);
    if (entry !== undefined && entrySucceeded(operation, entry)) return [{ seen: 'known', id }];
    if (entry !== undefined) return [refusedIn(entryMessage(entry), order, id)];
    // What is said of a call with several orders may be true of one of them.
    const isMeant = entries.length === 0 && asked.length === 1 && judged.judgement.outcome === 'refused';
    return isMeant ? [refusedIn(reasonWords(judged), order, id)] : [];
  });
}

const known = (value: JsonValue | undefined, seen: 'accepted' | 'known' = 'known'): OrderEvidence[] => {
  const id = scalarText(value);
  return id === undefined || isBlank(id) ? [] : [{ seen, id }];
};

function evidenceIn(judged: JudgedExchange): OrderEvidence[] {
  const { exchange, judgement } = judged;
  const { operation: id, sent } = exchange;
  // An answer to a deliberately wrong request proves nothing about an order.
  if (!isDocumented(id) || sent.intent !== 'valid' || judgement.request === 'broken') return [];
  const operation = operationOf(id);
  const [isAccepted, isRefused] = [judgement.outcome === 'accepted', judgement.outcome === 'refused'];
  const asked = objectOf(sent.value);
  const answer = answerOf(judged);
  if (operation.batch !== undefined) return evidenceInBatch(operation, judged, answer);
  if (id === 'cancel-subscription') {
    const named = known(asked.recurring_id);
    if (isAccepted) return named;
    return isRefused ? named.map(({ id }) => refusedIn(reasonWords(judged), asked, id)) : [];
  }
  if (id === 'direct-payment' && isAccepted)
    return [answer.transaction_id, answer.recurring_id].flatMap((one) => known(one, 'accepted'));
  // A listed order is known, whatever was said before.
  if (id === 'query' && isAccepted)
    return entriesOf(operation, answer).flatMap(({ transaction_id }) => known(transaction_id));
  // A refusal of a call without an order is about no order.
  return isRefused ? [{ seen: 'elsewhere', id: '', words: plainWords(reasonWords(judged), asked) }] : [];
}

/** What a new exchange shows about whether the service still knows its accepted orders. */
export function rememberedOf(judged: JudgedExchange): readonly Remembered[] {
  const { id: exchange, operation: call, received, sent } = judged.exchange;
  // Another account need not know the order.
  const account = scalarText(objectOf(sent.value).account_id) ?? '';
  const now = performance.timeOrigin + performance.now();
  return evidenceIn(judged).map(({ seen, id, ...shown }) => ({
    seen,
    call,
    id: id === '' ? '' : `${account} ${id}`,
    ...shown,
    at: seen === 'accepted' ? now : now - received.durationMs,
    exchange,
  }));
}
