import { objectOf } from '../json.ts';
import { callOutcome } from '../judge/outcome-of.ts';
import { effectOf, isDocumented, operationOf } from '../operations.ts';
import type {
  Answer,
  DocumentedOperationId,
  JsonObject,
  JudgedExchange,
  NoAnswer,
  Statuses,
} from '../types.ts';
import { addressed, namesAnother } from './addressee.ts';
import { answerOf, entriesIn, entryOutcome, entrySucceeded, statedOutcome } from './outcome.ts';

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
  if (status >= 500 || status < 200 || (status >= 300 && status < 400)) return 'unknown';
  if (undecided.has(status)) return 'unknown';
  return status >= 400 ? 'refused' : undefined;
}

// Intermediaries use 408 and 499 for interrupted requests; 409 and 425 may be about an earlier one that is under way.
const undecided: ReadonlySet<number> = new Set([408, 409, 425, 499]);

const stateOfOutcome = { done: 'done', later: 'pending', refused: 'refused' } as const;

/** The state of a result entry; `accepted` if its status is not the documented one (7.2) and has no known meaning. */
export function stateOfEntry(
  operation: DocumentedOperationId,
  entry: JsonObject,
  statuses?: Statuses,
): OrderState {
  const stated = statedOutcome(operation, entry, statuses) ?? 'unknown';
  if (stated !== 'unknown') return stateOfOutcome[stated];
  return entrySucceeded(operationOf(operation), entry) ? 'done' : 'accepted';
}

/**
 * Returns whether the merchant's statuses say that the order of a result entry or record was refused. Nothing else shows
 * that surely enough to move money for the same order again.
 */
export function isSurelyRefused(
  operation: DocumentedOperationId,
  entry: JsonObject,
  statuses?: Statuses,
): boolean {
  return statedOutcome(operation, entry, statuses) === 'refused';
}

/** Returns whether an accepted request is carried out later, by the merchant's statuses. */
export function isDeferred({ exchange }: Pick<JudgedExchange, 'exchange'>): boolean {
  return exchange.accepted === 'later';
}

/** The state of an accepted request; for a batch, the least advanced state of its orders. */
function stateOfAccepted(judged: JudgedExchange, statuses?: Statuses): OrderState {
  const { operation } = judged.exchange;
  if (!isDocumented(operation)) return 'accepted';
  if (operationOf(operation).batch === undefined) {
    const stated = statedOutcome(operation, answerOf(judged), statuses) ?? 'unknown';
    return stated !== 'unknown' ? stateOfOutcome[stated] : isDeferred(judged) ? 'pending' : 'done';
  }
  const states = addressed(judged).orders.map(({ entry }) =>
    entry === undefined ? 'unknown' : stateOfEntry(operation, entry, statuses),
  );
  const least = (['unknown', 'refused', 'accepted', 'pending', 'done'] as const).find((state) =>
    states.includes(state),
  );
  return least ?? 'accepted';
}

/**
 * The state of a request from its answer. Never `refused` if it is unknown what was done: no answer, 5xx, 202 without a
 * result, an answer that is truncated, unreadable or without a documented mark, or one that is about something else.
 */
export function stateOf(judged: JudgedExchange, statuses?: Statuses): Known {
  const { exchange, judgement } = judged;
  const { operation, received } = exchange;
  if (received.kind === 'none') return { state: 'unknown', because: `no answer: ${received.reason}` };
  const { status } = received;
  const known = (state: OrderState, more = ''): Known => ({ state, because: `status ${status}${more}` });
  const byStatus = stateOfStatus(status, effectOf(operation) === 'reads');
  if (byStatus !== undefined && byStatus !== 'refused') return known(byStatus);
  if (namesAnother(judged)) return known('unknown', ' and an answer about something else');
  if (byStatus !== undefined) return known(byStatus);
  if (judgement.outcome === 'accepted') return known(stateOfAccepted(judged, statuses));
  const { orders } = addressed(judged);
  const parts = [
    answerOf(judged),
    ...orders.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
  ].flatMap((part) => statedOutcome(operation, part, statuses) ?? []);
  const said = (['later', 'done', 'refused'] as const).find((outcome) => parts.includes(outcome));
  if (said !== undefined) return known(stateOfOutcome[said]);
  if (status === 202) return known('unknown');
  if (!isDocumented(operation)) return known(judgement.outcome === 'refused' ? 'refused' : 'unknown');
  // A list without the order that was asked for is about other orders.
  if (entriesIn(judged).length > 0 && orders.some(({ entry }) => entry === undefined))
    return known('unknown', ' and no entry about an order that was sent');
  return callOutcome(operationOf(operation), answerOf(judged)) === 'refused'
    ? known('refused')
    : known('unknown', ' and no result that can be read');
}

/** The orders of a batch request of which it is unknown what was done: all after an answer that decides nothing. */
export function unknownOrders(judged: JudgedExchange, statuses?: Statuses): readonly JsonObject[] {
  const { exchange } = judged;
  const { operation } = exchange;
  if (!isDocumented(operation) || stateOf(judged, statuses).state !== 'unknown') return [];
  const { orders } = addressed(judged);
  const isAnswered =
    exchange.received.kind === 'answer' &&
    stateOfStatus(exchange.received.status, false) === undefined &&
    entriesIn(judged).length > 0 &&
    !namesAnother(judged);
  const isOpen = (entry: JsonObject | undefined) =>
    entry === undefined || entryOutcome(operationOf(operation), entry, statuses) === 'unknown';
  return orders.filter(({ entry }) => !isAnswered || isOpen(entry)).map(({ sent }) => sent);
}

/**
 * The orders of an answered request, or the request itself where it is no batch, of which the answer does not show what
 * became: done, to be done, or refused by a status that the merchant calls refused. Nothing more that moves money may be
 * asked over them.
 */
export function leftOpen(judged: JudgedExchange, statuses?: Statuses): readonly JsonObject[] {
  const { operation, sent } = judged.exchange;
  if (!isDocumented(operation) || effectOf(operation) === 'reads') return [];
  const { state } = stateOf(judged, statuses);
  if (operationOf(operation).batch === undefined) {
    const isShown =
      state === 'done' || state === 'pending' || isSurelyRefused(operation, answerOf(judged), statuses);
    return isShown ? [] : [objectOf(sent.value)];
  }
  const showsNothing = !isAccepted(judged) && (state === 'unknown' || state === 'throttled');
  const isOpen = (entry: JsonObject | undefined) =>
    showsNothing || entry === undefined || stateOfEntry(operation, entry, statuses) === 'accepted';
  return addressed(judged).orders.flatMap((order) => (isOpen(order.entry) ? [order.sent] : []));
}

/** Returns whether the service accepted the request. */
export function isAccepted({ judgement }: Pick<JudgedExchange, 'judgement'>): boolean {
  return judgement.outcome === 'accepted';
}

/** Returns whether the result of a request is unknown, in which case no similar request is sent. */
export function isUnknown(judged: JudgedExchange): boolean {
  return stateOf(judged).state === 'unknown';
}

/** Returns whether a request that changes something may have been carried out, although no answer says so. */
export function mayBeDone(judged: JudgedExchange, statuses?: Statuses): boolean {
  return effectOf(judged.exchange.operation) !== 'reads' && stateOf(judged, statuses).state === 'unknown';
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
