import { entriesOf, isBlank, objectsOf } from '../history/outcome.ts';
import { groupedBy } from '../json.ts';
import { onceFor } from '../once-for.ts';
import type { JsonObject } from '../types.ts';
import type { View } from './rule.ts';

/** The assignment of result entries to the orders of a batch request. */
export interface EntryMatch {
  readonly sent: readonly JsonObject[];
  readonly results: readonly JsonObject[];
  /** For each result, the orders with the same order_no and transaction_id. */
  readonly answers: readonly (readonly JsonObject[])[];
  /** Indexes of results whose order_no was not sent. */
  readonly foreign: readonly number[];
  /** Indexes of results whose order_no was sent with another transaction_id. */
  readonly swapped: readonly number[];
  /** Indexes of results beyond the number of times that their order was sent. */
  readonly repeated: readonly number[];
  /** Indexes of orders without a result. */
  readonly lost: readonly number[];
}

/** Matches results to orders by order_no and transaction_id; cached per exchange. */
export const matchEntries = onceFor(
  (view: View): EntryMatch => match(sentEntries(view), entriesOf(view.operation, view.answer)),
);

/** The orders of a batch request; an entry that is not an object counts as empty. */
export function sentEntries({ operation, request }: View): readonly JsonObject[] {
  return objectsOf(request[operation.batch?.field ?? '']);
}

function match(sent: readonly JsonObject[], results: readonly JsonObject[]): EntryMatch {
  const byKey = groupedBy(sent, keyOf);
  const byOrder = groupedBy(sent, ({ order_no }) => (typeof order_no === 'string' ? order_no : undefined));
  const used = new Map<string, number>();
  // An order without identifiers matches any result, and a result without them matches any order.
  let nameless = sent.filter((entry) => keyOf(entry) === undefined).length;
  let unnamed = 0;
  const answers: (readonly JsonObject[])[] = [];
  const foreign: number[] = [];
  const swapped: number[] = [];
  const repeated: number[] = [];
  const answeredOrders = new Map<string, number>();
  results.forEach((result, index) => {
    const key = keyOf(result);
    const orders = key === undefined ? undefined : byKey.get(key);
    answers.push(orders ?? []);
    if (key === undefined) {
      unnamed += 1;
    } else if (orders !== undefined) {
      const times = (used.get(key) ?? 0) + 1;
      used.set(key, times);
      if (times > orders.length) repeated.push(index);
    } else if (nameless > 0) {
      nameless -= 1;
    } else if (byOrder.has(result.order_no as string)) {
      swapped.push(index);
      const order = result.order_no as string;
      answeredOrders.set(order, (answeredOrders.get(order) ?? 0) + 1);
    } else {
      foreign.push(index);
      const order = sent.find(
        (entry) => entry.transaction_id === result.transaction_id && !used.has(keyOf(entry) ?? ''),
      );
      if (order !== undefined)
        answeredOrders.set(order.order_no as string, (answeredOrders.get(order.order_no as string) ?? 0) + 1);
    }
  });
  const lost: number[] = [];
  sent.forEach((entry, index) => {
    const key = keyOf(entry);
    if (key === undefined || used.has(key)) return;
    const stand = answeredOrders.get(entry.order_no as string) ?? 0;
    if (stand > 0) answeredOrders.set(entry.order_no as string, stand - 1);
    else if (unnamed > 0) unnamed -= 1;
    else lost.push(index);
  });
  return { sent, results, answers, foreign, swapped, repeated, lost };
}

/** The key of an order; undefined if an identifier is blank or not a text. */
function keyOf({ order_no, transaction_id }: JsonObject): string | undefined {
  if (isBlank(order_no) || isBlank(transaction_id)) return undefined;
  return typeof order_no === 'string' && typeof transaction_id === 'string'
    ? `${order_no}\n${transaction_id}`
    : undefined;
}
