import { isDeferredResult, leavesOpen, leavesOpenIn, saysRefusal, wordsMeaning } from '../judge/refusal.ts';
import { effectOf, isDocumented, operationOf } from '../operations.ts';
import type {
  Answer,
  DocumentedOperationId,
  JsonObject,
  JsonValue,
  JudgedExchange,
  NoAnswer,
  OperationId,
} from '../types.ts';
import { answerOf, entriesIn, entriesOf, scalarText, statusMemberOf } from './outcome.ts';

/** Values of a status, by meaning. */
export interface StatusValues {
  readonly done?: readonly string[];
  readonly pending?: readonly string[];
  readonly refused?: readonly string[];
}

/** Meaning of the status values of each operation; a payment has two more status members (2.6, 2.10). */
export type Statuses = Readonly<
  Partial<
    Record<
      DocumentedOperationId,
      StatusValues & { readonly result_info?: StatusValues; readonly payment_status?: StatusValues }
    >
  >
>;

/**
 * The state of a request after its answer. `accepted`: accepted, but not known whether it is done. `throttled`:
 * certainly rejected for now. `unknown`: undecidable, so a request that moves money is not repeated.
 */
export type OrderState = 'accepted' | 'refused' | 'pending' | 'done' | 'throttled' | 'unknown';

/** A state, and the evidence for it in a few words. */
export interface Known {
  readonly state: OrderState;
  readonly because: string;
}

/** The state of a request from the status line alone; undefined if the body decides. */
function stateOfStatus(status: number, reads: boolean): OrderState | undefined {
  if (status === 429 || (status === 503 && reads)) return 'throttled';
  // Intermediaries use 408 and 499 for interrupted requests; a redirect may follow completed work.
  if (status >= 500 || status < 200 || status === 408 || status === 499) return 'unknown';
  if (status >= 300 && status < 400) return 'unknown';
  return status >= 400 ? 'refused' : undefined;
}

const named = ['refused', 'pending', 'done'] as const;

/** The merchant's meaning of a value; text after the colon of a code is ignored (7.3). */
function meaningOf(value: JsonValue | undefined, values: StatusValues | undefined): OrderState | undefined {
  const text = scalarText(value);
  if (text === undefined || values === undefined) return undefined;
  const [code] = text.split(':');
  return named.find((state) => values[state]?.some((one) => one === text || one === code));
}

/** The merchant's meaning of the statuses in an answer, an entry or a listed record. */
function statedState(
  operation: OperationId,
  member: JsonObject,
  statuses: Statuses = {},
): OrderState | undefined {
  if (!isDocumented(operation)) return undefined;
  const own = statuses[operation];
  if (own === undefined) return undefined;
  const all = [
    meaningOf(member.result_info, own.result_info),
    meaningOf(member[statusMemberOf(operationOf(operation))], own),
    meaningOf(member.payment_status, own.payment_status),
  ];
  return named.find((state) => all.includes(state));
}

/** The state of a result entry; `accepted` if its status is not the documented one (7.2) and has no known meaning. */
export function stateOfEntry(
  operation: DocumentedOperationId,
  entry: JsonObject,
  statuses?: Statuses,
): OrderState {
  const status = scalarText(entry[operationOf(operation).batch?.status ?? '']);
  return statedState(operation, entry, statuses) ?? (status === '1' ? 'done' : 'accepted');
}

/**
 * Returns whether a result entry without success was certainly refused: by its status if the merchant defined the
 * statuses, otherwise by its words. Without either, the request may be done now or later.
 */
export function isRefusedEntry(
  operation: DocumentedOperationId,
  entry: JsonObject,
  statuses?: Statuses,
): boolean {
  if (statuses?.[operation] !== undefined) return stateOfEntry(operation, entry, statuses) === 'refused';
  const words = wordsIn(entry);
  const { isNo, isLater } = wordsMeaning(words);
  return isNo && !isLater && !leavesOpenIn(words);
}

const wordsIn = (entry: JsonObject) =>
  [entry.error_message, entry.refund_message].map((text) => scalarText(text) ?? '').join(' ');

/** Returns whether the words of a result entry leave open what is done. */
export function isOpenEntry(entry: JsonObject): boolean {
  return leavesOpenIn(wordsIn(entry));
}

/** Returns whether an accepted request is carried out later, by its answer or the merchant's statuses. */
export function isDeferred(judged: JudgedExchange): boolean {
  const { operation, accepted } = judged.exchange;
  if (accepted !== undefined) return accepted === 'later';
  // No page does; of evidence it would be decoded for that alone.
  if (!isDocumented(operation) || operationOf(operation).answers === 'html') return false;
  return isDeferredResult(operationOf(operation), answerOf(judged));
}

/** The state of an accepted request; for a batch, the least advanced state of its entries. */
function stateOfAccepted(judged: JudgedExchange, statuses?: Statuses): OrderState {
  const { operation } = judged.exchange;
  if (!isDocumented(operation)) return 'accepted';
  const answer = answerOf(judged);
  const row = operationOf(operation);
  if (row.batch === undefined)
    return statedState(operation, answer, statuses) ?? (isDeferred(judged) ? 'pending' : 'done');
  const states = entriesOf(row, answer).map((entry) => stateOfEntry(operation, entry, statuses));
  const least = (['refused', 'accepted', 'pending', 'done'] as const).find((state) => states.includes(state));
  return least ?? 'accepted';
}

/**
 * The state of a request from its answer. Never `refused` if it is unknown what was done: no answer, 5xx, 202 without a
 * result, or an answer that is truncated, unreadable or without a statement.
 */
export function stateOf(judged: JudgedExchange, statuses?: Statuses): Known {
  const { exchange, judgement } = judged;
  const { operation, received } = exchange;
  if (received.kind === 'none') return { state: 'unknown', because: `no answer: ${received.reason}` };
  const { status } = received;
  const known = (state: OrderState, more = ''): Known => ({ state, because: `status ${status}${more}` });
  const byStatus = stateOfStatus(status, effectOf(operation) === 'reads');
  if (byStatus !== undefined) return known(byStatus);
  if (judgement.outcome === 'accepted') return known(stateOfAccepted(judged, statuses));
  const parts = [answerOf(judged), ...entriesIn(judged)].flatMap(
    (part) => statedState(operation, part, statuses) ?? [],
  );
  const said = (['pending', 'done', 'refused'] as const).find((state) => parts.includes(state));
  if (said !== undefined) return known(said);
  if (status === 202) return known('unknown');
  if (!isDocumented(operation)) return known(judgement.outcome === 'refused' ? 'refused' : 'unknown');
  return saysRefusal(operationOf(operation), received)
    ? known('refused')
    : known('unknown', ' and no result that can be read');
}

/** Returns whether the service accepted the request. */
export function isAccepted({ judgement }: Pick<JudgedExchange, 'judgement'>): boolean {
  return judgement.outcome === 'accepted';
}

/** Returns whether the result of a request is unknown, in which case no similar request is sent. */
export function isUnknown(judged: JudgedExchange): boolean {
  return stateOf(judged).state === 'unknown';
}

/** Returns whether a request that changes something may have been carried out, or will be, although no answer confirms it. */
export function mayBeDone(judged: JudgedExchange, statuses?: Statuses): boolean {
  const { operation, received } = judged.exchange;
  if (effectOf(operation) === 'reads') return false;
  const { state } = stateOf(judged, statuses);
  return state === 'unknown' || (state === 'refused' && received.kind === 'answer' && leavesOpen(received));
}

/**
 * Returns whether the answer, or a field of it, cannot be judged, so that a request about another order may replace it
 * without paying twice. A payout that may have been carried out is never replaced.
 */
export function isUndecided({ exchange: { operation, received }, judgement }: JudgedExchange): boolean {
  if (received.kind === 'none' || received.status !== 200) return false;
  if (judgement.outcome === 'unclear') return operation !== 'payout';
  return (
    judgement.outcome === 'accepted' && judgement.findings.some(({ verdict }) => verdict === 'inconclusive')
  );
}

/** Returns whether every entry of an accepted request is done or will be, by the answer or the merchant's statuses. */
export function isDone(judged: JudgedExchange, statuses?: Statuses): boolean {
  const { state } = stateOf(judged, statuses);
  return state === 'done' || state === 'pending';
}

/** Returns whether the answer gives nothing to continue with, so that a request about another order may replace it. */
export function mayBeReplaced(judged: JudgedExchange): boolean {
  return asksToWait(judged.exchange.received) || isUndecided(judged);
}

/**
 * Returns whether the answer only asks for a delay: 429, or 503 with Retry-After. A plain 503 leaves open what was
 * done.
 */
export function asksToWait(received: Answer | NoAnswer): received is Answer {
  if (received.kind !== 'answer') return false;
  return (
    received.status === 429 || (received.status === 503 && received.headers['retry-after'] !== undefined)
  );
}
