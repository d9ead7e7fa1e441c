import { isBlank, scalarText } from '../../schemas/history/outcome.ts';
import { isUnknownOrder } from '../../schemas/history/sent.ts';
import { stateOf, unknownOrders } from '../../schemas/history/states.ts';
import { isObject } from '../../schemas/json.ts';
import { judge } from '../../schemas/judge.ts';
import { isDocumented } from '../../schemas/operations.ts';
import type {
  Exchange,
  JsonObject,
  JsonValue,
  JudgedExchange,
  OperationId,
  Statuses,
} from '../../schemas/types.ts';
import { OutcomeUnknown } from '../refused-send.ts';
import type { Target } from '../target.ts';

/** Members that identify the subject of a request, by kind of work, which several operations may share. Reads do no work. */
const subjects: Readonly<Record<OperationId, readonly [kind?: string, ...names: string[]]>> = {
  'direct-payment': ['payment', 'order_no'],
  'apm-payment': ['payment', 'order_no'],
  'redirect-payment': ['payment', 'order_no'],
  payout: ['payout', 'request_id'],
  capture: ['capture', 'transaction_id', 'order_no'],
  review: ['review', 'transaction_id', 'order_no'],
  // Both return the money.
  cancel: ['return', 'transaction_id', 'order_no'],
  refund: ['return', 'transaction_id', 'order_no'],
  'cancel-subscription': ['subscription', 'recurring_id'],
  query: [],
  'refund-search': [],
  // The document does not show its members (4.12).
  'optimise-payment-methods': [],
};

function valuesOf(value: JsonValue, names: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, names));
  if (!isObject(value) || isUnknownOrder(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const text = scalarText(part);
    if (names.includes(name) && text !== undefined && !isBlank(text)) return [`${name} ${text}`];
    return valuesOf(part ?? null, names);
  });
}

/** The subjects of a request: equal for every request that would repeat the same work. */
function subjectsOf(operation: OperationId, body: JsonObject): readonly string[] {
  const [kind, ...names] = subjects[operation];
  return kind === undefined ? [] : valuesOf(body, names).map((value) => `${kind} ${value}`);
}

/**
 * Judges an exchange by the merchant's statuses, which decide the outcome of each result entry, and of a call whose answer
 * lacks the documented success.
 */
export function judgeBy(statuses: Statuses | undefined, exchange: Exchange): JudgedExchange {
  const own = isDocumented(exchange.operation) ? statuses?.[exchange.operation] : undefined;
  if (own === undefined) return { exchange, judgement: judge(exchange) };
  const told = { ...exchange, statuses: { [exchange.operation]: own } };
  const judged = { exchange: told, judgement: judge(told) };
  const { state } = stateOf(judged, statuses);
  if (judged.judgement.outcome !== 'refused' || (state !== 'pending' && state !== 'done')) return judged;
  const accepted = { ...told, accepted: state === 'pending' ? 'later' : true } as const;
  return { exchange: accepted, judgement: judge(accepted) };
}

/** Opens the memory of one sender, which prevents repeating a request that moves money while its outcome is unknown. */
export function openOutcomes({ statuses }: Pick<Target, 'statuses'> = {}) {
  const unknown = new Map<string, string>();
  return {
    /** Throws `OutcomeUnknown` for a request about an order, payout or subscription whose last outcome is unknown. */
    claim(operation: OperationId, body: JsonObject): void {
      for (const subject of subjectsOf(operation, body)) {
        const because = unknown.get(subject);
        if (because !== undefined) throw new OutcomeUnknown(operation, because);
      }
    },
    /** Records the outcome of a request. */
    note(judged: JudgedExchange): void {
      const { operation, sent } = judged.exchange;
      const { state, because } = stateOf(judged, statuses);
      if (state !== 'unknown') return;
      const body = isObject(sent.value) ? sent.value : {};
      const orders = unknownOrders(judged, statuses);
      // Without orders in the documented layout, everything that the request names is unknown.
      for (const part of orders.length > 0 ? orders : [body])
        for (const subject of subjectsOf(operation, part)) unknown.set(subject, because);
    },
  };
}
