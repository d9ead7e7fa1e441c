import { defined } from '../../defined.ts';
import { entriesOf, entryOutcome, isBlank, membersOf, scalarText } from '../../history/outcome.ts';
import { isDeferred } from '../../history/states.ts';
import { isObject } from '../../json.ts';
import { onceFor } from '../../once-for.ts';
import { isDocumented, type Operation, operationOf } from '../../operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, JudgedExchange, Times } from '../../types.ts';
import { compareDecimals, plainDecimal, sumOf } from '../values.ts';
import { factsOf, mayHoldMaskedCard, recordsOf } from './facts.ts';

/** One request about an order, payout or subscription, and its outcome. */
export interface HistoryCall {
  readonly judged: JudgedExchange;
  readonly operation: DocumentedOperationId;
  /**
   * `done`: the answer or a later listing shows success. `unknown`: no answer, 429, 503, an error or an unreadable
   * answer, or what is done later, so that it may have been done.
   */
  readonly outcome: 'done' | 'not-done' | 'unknown';
  /** The identifier that the service gave to the result. */
  readonly effect?: string;
  /** The request or batch entry as JSON, without its signature. */
  readonly asked: string;
  /** The amount of a refund, or the amount of another request, as sent. */
  readonly amount?: string;
  /** The amount of the order in the request. */
  readonly whole?: string;
  readonly currency?: string;
  readonly transaction_id?: string;
  /** False if the request broke the document on purpose. */
  readonly isAllowed: boolean;
}

/** The requests about one order, payout or subscription of one account, in the order sent. */
export interface History {
  /** The caller's number for it. */
  readonly name: string;
  /** Merchant and account, as in facts. */
  readonly account: string;
  readonly calls: readonly HistoryCall[];
}

/** The part of a request about one order. */
interface Part {
  /** Kind and number of the subject. */
  readonly subject: readonly [kind: string, name: string];
  readonly asked: JsonObject;
  /** The matching part of the answer. */
  readonly answered: JsonObject | undefined;
}

const kinds = { payment: 'order', batch: 'order', subscription: 'subscription', payout: 'payout' } as const;
const keys = { order: 'order_no', subscription: 'recurring_id', payout: 'request_id' } as const;
/** Answer members that identify the result. */
const effects: Partial<Record<DocumentedOperationId, string>> = {
  'direct-payment': 'transaction_id',
  payout: 'transaction_id',
  refund: 'refund_reference_id',
};

/** The histories of everything that the requests of a run name, in order of the first request. */
export const historiesOf = onceFor((run: readonly JudgedExchange[]): readonly History[] => {
  const settled = new Set(
    recordsOf(factsOf(run), 'refund-search')
      .filter(({ record }) => scalarText(record.refund_status) === '1')
      .map(({ record }) => String(record.refund_reference_id)),
  );
  const found = new Map<string, { name: string; account: string; calls: HistoryCall[] }>();
  for (const judged of inOrder(run)) {
    const { operation } = judged.exchange;
    const { value } = judged.exchange.sent;
    if (!isDocumented(operation) || !isObject(value)) continue;
    for (const { subject, asked, answered } of partsOf(operationOf(operation), value, judged)) {
      const account = `${String(value.merchant_id)}\n${String(value.account_id)}`;
      const key = [account, ...subject].join('\n');
      const history = found.get(key) ?? { name: subject[1], account, calls: [] };
      history.calls.push(callOf(operation, judged, asked, answered, settled));
      found.set(key, history);
    }
  }
  return [...found.values()];
});

function partsOf(operation: Operation, request: JsonObject, judged: JudgedExchange): readonly Part[] {
  const { batch, family } = operation;
  if (family === 'search') return [];
  const kind = kinds[family];
  // Of evidence each answer is decoded where it is asked for, and of a page nothing is.
  const isAsked = batch !== undefined || effects[operation.id] !== undefined;
  const answer = isAsked ? membersOf(operation, judged.judgement.answer ?? {}) : undefined;
  const results = batch === undefined ? [] : [...entriesOf(operation, answer ?? {})];
  const sent = batch === undefined ? [request] : request[batch.field];
  return (Array.isArray(sent) ? sent : []).filter(isObject).flatMap((asked) => {
    const name = scalarText(asked[keys[kind]]);
    const answered = batch === undefined ? answer : takeResult(results, asked);
    if (name === undefined || isBlank(name) || mayHoldMaskedCard(name)) return [];
    return { subject: [kind, name], asked, answered };
  });
}

/** Takes the result of an entry from the remaining ones, preferring the same refund_amount, as an order may repeat. */
function takeResult(results: JsonObject[], asked: JsonObject): JsonObject | undefined {
  const same = results.filter(
    (one) => one.order_no === asked.order_no && one.transaction_id === asked.transaction_id,
  );
  const chosen = same.find(({ refund_amount }) => refund_amount === asked.refund_amount) ?? same[0];
  if (chosen !== undefined) results.splice(results.indexOf(chosen), 1);
  return chosen;
}

function callOf(
  operation: DocumentedOperationId,
  judged: JudgedExchange,
  asked: JsonObject,
  answered: JsonObject = {},
  settled: ReadonlySet<string>,
): HistoryCall {
  const row = operationOf(operation);
  const { outcome } = judged.judgement;
  // Two identifiers with the same mask may differ.
  const named = scalarText(answered[effects[operation] ?? '']) ?? '';
  const effect = isBlank(named) || mayHoldMaskedCard(named) ? undefined : named;
  const isListed = operation === 'refund' && effect !== undefined && settled.has(effect);
  const partOutcome = () => {
    if (row.batch !== undefined) return entryOutcome(row, answered, judged.exchange.statuses);
    return isDeferred(judged) ? 'later' : 'done';
  };
  const part = outcome === 'accepted' ? partOutcome() : undefined;
  const { encryption_data: _, ...said } = asked;
  return {
    judged,
    operation,
    asked: JSON.stringify(said),
    outcome:
      part === 'done' || isListed ? 'done' : part !== 'later' && isKnown(outcome) ? 'not-done' : 'unknown',
    ...defined({
      effect,
      amount: scalarText(asked.refund_amount ?? asked.amount ?? asked.payment_amount),
      whole: scalarText(asked.amount),
      currency: scalarText(asked.currency ?? asked.payment_currency),
      transaction_id: scalarText(asked.transaction_id),
    }),
    isAllowed: judged.judgement.request !== 'broken',
  };
}

const isKnown = (outcome: string) => outcome === 'accepted' || outcome === 'refused';

function inOrder(run: readonly JudgedExchange[]): readonly JudgedExchange[] {
  const sentAt = ({ exchange }: JudgedExchange) => exchange.times?.sentAt;
  // Without recorded times the given order is the order in time.
  return run.every((one) => sentAt(one) !== undefined)
    ? [...run].sort(
        (one, other) =>
          (sentAt(one) ?? 0) - (sentAt(other) ?? 0) ||
          one.exchange.origin.ordinal - other.exchange.origin.ordinal,
      )
    : run;
}

/** The histories of a run by account and name. */
export const historiesByName = onceFor(
  (run: readonly JudgedExchange[]): ReadonlyMap<string, History> =>
    new Map(historiesOf(run).map((history) => [`${history.account}\n${history.name}`, history])),
);

/**
 * The amount that was paid for an order: that of its only payment; without one, the amount that most requests about the
 * order name, as a request may falsify it. Undefined if it was paid twice, or no amount stands out.
 */
export const paidAmount = onceFor(({ calls }: History): string | undefined => {
  const isPayment = ({ operation }: HistoryCall) => operationOf(operation).family === 'payment';
  const [paid, ...others] = calls.filter((call) => isPayment(call) && call.outcome === 'done');
  if (paid !== undefined) return others.length === 0 ? paid.amount : undefined;
  const named = calls.flatMap(({ whole }) => whole ?? []);
  const counts = new Map<string | undefined, number>();
  for (const one of named.map(plainDecimal))
    counts.set(one, one === undefined ? 0 : (counts.get(one) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const [first, ...more] = named.filter((one) => counts.get(plainDecimal(one)) === most);
  return more.every((one) => compareDecimals(one, first) === 0) ? first : undefined;
});

/** Tells a smaller amount than was paid that was captured, or is left of either: a listing may well show that (2.10). */
export function isPartOf(history: History | undefined, shown: JsonValue, paid: JsonValue): boolean {
  if (compareDecimals(shown, paid) !== -1) return false;
  const done = (history?.calls ?? []).filter(({ outcome }) => outcome === 'done');
  const amountsOf = (...operations: readonly string[]) =>
    done.flatMap(({ operation, amount }) => (operations.includes(operation) ? (amount ?? []) : []));
  const firstOf = (parts: readonly string[]) => parts.map((_, at) => parts.slice(0, at + 1));
  const captured = amountsOf('capture');
  const wholes = [paid, ...captured, ...firstOf(captured).map(sumOf)];
  const taken = [[], ...firstOf(amountsOf('refund', 'cancel'))];
  return taken.some((parts) =>
    wholes.some((whole) => compareDecimals(sumOf([shown, ...parts]), whole) === 0),
  );
}

/** Tells a call that was answered with what an equal one before it had done: that is one effect, and not two. */
export function isRepeated(one: HistoryCall, other: HistoryCall): boolean {
  return one.effect !== undefined && one.effect === other.effect && one.asked === other.asked;
}

/** True if two requests were in progress at the same time; false without recorded times. */
export function areAtOnce(one: HistoryCall, other: HistoryCall): boolean {
  const [a, b] = [one.judged.exchange.times, other.judged.exchange.times];
  if (a === undefined || b === undefined || one.judged === other.judged) return false;
  const isBefore = ({ answeredAt }: Times, { sentAt }: Times) => answeredAt <= sentAt;
  return !isBefore(a, b) && !isBefore(b, a);
}

/** The exchanges that were in progress at the same time as another about the same order, payout or subscription. */
export function concurrentIn(run: readonly JudgedExchange[]): ReadonlySet<JudgedExchange> {
  const contended = historiesOf(run).flatMap(({ calls }) =>
    calls.filter((call, at) => {
      const [before, after] = [calls[at - 1], calls[at + 1]];
      return (
        (before !== undefined && areAtOnce(before, call)) || (after !== undefined && areAtOnce(call, after))
      );
    }),
  );
  return new Set(contended.map(({ judged }) => judged));
}
