import { entriesOf, isBlank, objectsOf } from '../history/outcome.ts';
import { groupedBy } from '../json.ts';
import { isText } from '../judge/grade.ts';
import { onceFor } from '../once-for.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import { isAsSent } from './echoes.ts';
import type { View } from './rule.ts';

/** The assignment of result entries to the orders of a batch request. */
export interface EntryMatch {
  readonly sent: readonly JsonObject[];
  readonly results: readonly JsonObject[];
  /** For each result, the orders that it may be about: those with its keys, or one that it does not contradict. */
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

const keys = ['order_no', 'transaction_id'] as const;

function match(sent: readonly JsonObject[], results: readonly JsonObject[]): EntryMatch {
  const byKey = groupedBy(sent.keys(), (at) => keyOf(sent[at]));
  const left = new Set(sent.keys());
  const named = results.map((result) => {
    const key = keyOf(result);
    const some = key === undefined ? [] : (byKey.get(key) ?? []);
    return some.filter((at) => keys.every((name) => isNamed(sent[at]?.[name], result[name], name)));
  });
  const take = (some: readonly number[]) => {
    const first = some.find((at) => left.has(at));
    if (first !== undefined) left.delete(first);
    return first;
  };
  const repeated = [...named.keys()].filter((index) => {
    const some = named[index] ?? [];
    return some.length > 0 && take(some) === undefined;
  });
  const foreign: number[] = [];
  const swapped: number[] = [];
  const answers = results.map((result, index) => {
    const some = named[index] ?? [];
    if (some.length > 0) return some.map((at) => sent[at] ?? {});
    const own = take(notContradicted(sent, left, result));
    if (own !== undefined) return [sent[own] ?? {}];
    if (keyOf(result) === undefined) return [];
    // Stands for the order that it names in part, which then is not lost as well.
    const [byOrder = [], byTransaction = []] = keys.map((name) =>
      [...sent.keys()].filter((at) => isNamed(sent[at]?.[name], result[name], name)),
    );
    (byOrder.length > 0 ? swapped : foreign).push(index);
    take([...byOrder, ...byTransaction]);
    return [];
  });
  // One answer is enough for an order that is sent twice.
  const answered = new Set(named.flat());
  const lost = [...left].filter((at) => keyOf(sent[at]) !== undefined && !answered.has(at));
  return { sent, results, answers, foreign, swapped, repeated, lost };
}

function isNamed(sent: JsonValue | undefined, received: JsonValue | undefined, name: string): boolean {
  return isText(sent) && typeof received === 'string' && isAsSent(name, sent, received);
}

/** The orders left that a result may be about although one of the two lacks a key; first those that lack the same ones. */
function notContradicted(
  sent: readonly JsonObject[],
  left: ReadonlySet<number>,
  result: JsonObject,
): readonly number[] {
  const lacksOf = (at: number) => keys.filter((name) => !isText(sent[at]?.[name]));
  const blank = keys.filter((name) => typeof result[name] !== 'string' || isBlank(result[name]));
  const fits = [...left].filter((at) => {
    const open = [...blank, ...lacksOf(at)];
    return keys.every((name) => open.includes(name) || isNamed(sent[at]?.[name], result[name], name));
  });
  return [...fits.filter((at) => String(lacksOf(at)) === String(blank)), ...fits];
}

/** The key of an order; undefined if an identifier is blank or not a text. */
function keyOf({ order_no, transaction_id }: JsonObject = {}): string | undefined {
  if (isBlank(order_no) || isBlank(transaction_id)) return undefined;
  return typeof order_no === 'string' && typeof transaction_id === 'string'
    ? `${order_no.trim()}\n${transaction_id.trim()}`
    : undefined;
}
