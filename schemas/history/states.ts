import { hearing, isTakenForLater, saysRefusal } from '../judge/refusal.ts';
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

/** Values of a status, by what they mean. */
export interface StatusValues {
  readonly done?: readonly string[];
  readonly pending?: readonly string[];
  readonly refused?: readonly string[];
}

/** What the values of the statuses of each operation mean; a payment has two more (2.6, 2.10). */
export type Statuses = Readonly<
  Partial<
    Record<
      DocumentedOperationId,
      StatusValues & { readonly result_info?: StatusValues; readonly payment_status?: StatusValues }
    >
  >
>;

/**
 * What became of a request. `accepted`: the call was taken, and nothing says whether what it asks for is done. `throttled`: it
 * was turned away for now, for certain. `unknown`: nobody can say, so what moves money is not asked for again.
 */
export type OrderState = 'accepted' | 'refused' | 'pending' | 'done' | 'throttled' | 'unknown';

/** A state, and in a few words what shows it. */
export interface Known {
  readonly state: OrderState;
  readonly because: string;
}

/** The state of a request by the status line of its answer alone; undefined where the body has to say. */
function stateOfStatus(status: number, reads: boolean): OrderState | undefined {
  if (status === 429 || (status === 503 && reads)) return 'throttled';
  // 408 and 499 are said of requests that were cut off on the way; a redirect may come after the work.
  if (status >= 500 || status < 200 || status === 408 || status === 499) return 'unknown';
  if (status >= 300 && status < 400) return 'unknown';
  return status >= 400 ? 'refused' : undefined;
}

const named = ['refused', 'pending', 'done'] as const;

/** What the merchant says that a value means; texts after the colon of a code do not count (7.3). */
function meaningOf(value: JsonValue | undefined, values: StatusValues | undefined): OrderState | undefined {
  const text = scalarText(value);
  if (text === undefined || values === undefined) return undefined;
  const [code] = text.split(':');
  return named.find((state) => values[state]?.some((one) => one === text || one === code));
}

/** What the merchant says that an answer, an entry or a listed record of an operation means. */
function saidState(
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

/** The state of one result entry of a batch; `accepted` where its status is not the one shown (7.2) and nothing says what it means. */
export function stateOfEntry(
  operation: DocumentedOperationId,
  entry: JsonObject,
  statuses?: Statuses,
): OrderState {
  const status = scalarText(entry[operationOf(operation).batch?.status ?? '']);
  return saidState(operation, entry, statuses) ?? (status === '1' ? 'done' : 'accepted');
}

/**
 * Whether a result entry of a batch that does not show success was refused for certain: its status means so where the merchant
 * says what statuses mean, otherwise its words do. Without either it may be done, now or later.
 */
export function isRefusedEntry(
  operation: DocumentedOperationId,
  entry: JsonObject,
  statuses?: Statuses,
): boolean {
  if (statuses?.[operation] !== undefined) return stateOfEntry(operation, entry, statuses) === 'refused';
  const words = [entry.error_message, entry.refund_message].map((text) => scalarText(text) ?? '').join(' ');
  const { isNo, isLater } = hearing(words);
  return isNo && !isLater;
}

/** Whether an accepted call says, or its merchant, that what it asks for is done later. */
export function isForLater(judged: JudgedExchange): boolean {
  const { operation, accepted } = judged.exchange;
  if (accepted !== undefined) return accepted === 'later';
  return isDocumented(operation) && isTakenForLater(operationOf(operation), answerOf(judged));
}

/** The state of an accepted call: of a batch that of the entry that is least far. */
function stateOfAccepted(judged: JudgedExchange, statuses?: Statuses): OrderState {
  const { operation } = judged.exchange;
  if (!isDocumented(operation)) return 'accepted';
  const answer = answerOf(judged);
  const row = operationOf(operation);
  if (row.batch === undefined)
    return saidState(operation, answer, statuses) ?? (isForLater(judged) ? 'pending' : 'done');
  const states = entriesOf(row, answer).map((entry) => stateOfEntry(operation, entry, statuses));
  const least = (['refused', 'accepted', 'pending', 'done'] as const).find((state) => states.includes(state));
  return least ?? 'accepted';
}

/**
 * What became of a request, as far as its answer says so. Unknown is never refused: no answer, a status of 500 and above, 202
 * without a result, an answer that was cut short, cannot be read or claims nothing leave open what was done.
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
    (part) => saidState(operation, part, statuses) ?? [],
  );
  const said = (['pending', 'done', 'refused'] as const).find((state) => parts.includes(state));
  if (said !== undefined) return known(said);
  if (status === 202) return known('unknown');
  if (!isDocumented(operation)) return known(judgement.outcome === 'refused' ? 'refused' : 'unknown');
  return saysRefusal(operationOf(operation), received)
    ? known('refused')
    : known('unknown', ' and no result that can be read');
}

/** Whether the service did what an allowed request asked for. */
export function isAccepted({ judgement }: Pick<JudgedExchange, 'judgement'>): boolean {
  return judgement.outcome === 'accepted';
}

/** Whether it is unknown what became of a request, so that nothing like it is sent. */
export function isUnknown(judged: JudgedExchange): boolean {
  return stateOf(judged).state === 'unknown';
}

/** Whether a request that changes something may have been done, though no answer says so. */
export function mayBeDone(judged: JudgedExchange): boolean {
  return effectOf(judged.exchange.operation) !== 'reads' && isUnknown(judged);
}

/**
 * Whether an answer was given that cannot be judged, or not in every field, so that a request about another order may take
 * its place: none is paid twice by that. A payout that may have been done is followed by none.
 */
export function isUndecided({ exchange: { operation, received }, judgement }: JudgedExchange): boolean {
  if (received.kind === 'none' || received.status !== 200) return false;
  if (judgement.outcome === 'unclear') return operation !== 'payout';
  return (
    judgement.outcome === 'accepted' && judgement.findings.some(({ verdict }) => verdict === 'inconclusive')
  );
}

/** Whether an accepted call also did what each entry of its batch asks for, or will do it, as far as the merchant says so. */
export function isDone(judged: JudgedExchange, statuses?: Statuses): boolean {
  const { state } = stateOf(judged, statuses);
  return state === 'done' || state === 'pending';
}

/** Whether an answer says nothing that one can go on with, so that a request about another order may take its place. */
export function mayBeReplaced(judged: JudgedExchange): boolean {
  return asksForTime(judged.exchange.received) || isUndecided(judged);
}

/** Whether an answer asks for time and says nothing else: 429, or 503 with Retry-After. A 503 without it says nothing of what was done. */
export function asksForTime(received: Answer | NoAnswer): received is Answer {
  if (received.kind !== 'answer') return false;
  return (
    received.status === 429 || (received.status === 503 && received.headers['retry-after'] !== undefined)
  );
}
