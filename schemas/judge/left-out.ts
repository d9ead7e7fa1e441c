import { entrySucceeded, isBlank } from '../history/outcome.ts';
import { isObject, listOf, objectOf } from '../json.ts';
import type { Operation } from '../operations.ts';
import type { View } from '../rules/rule.ts';
import { table } from '../table.ts';
import type { JsonValue } from '../types.ts';
import { hearingOf } from './refusal.ts';

/** Tells whether a member that is missing at a path of the answer, stated or `listed`, need not be there. */
type IsLeftOut = (path: string, keyword: string) => boolean;

/**
 * Tells which members of a result are missing because the request left them out: what was not said cannot be repeated. The
 * signature of any request is echoed (5.1), so are the order and the terms of a subscription of a payment (2.6, 2.7), and a cancelled
 * subscription is answered with the same fields (2.12); of the entries of a batch, no more may lack a name than were sent without
 * it (2.9; order of entries is free), and one that was refused owes no result.
 */
export function leftOut({ operation, request, answer, comparable }: View): IsLeftOut {
  const { batch } = operation;
  const echoed = operation.family === 'subscription' ? sameFields : signature;
  const isPayment = operation.family === 'payment';
  const isUnsaid = (path: string) =>
    comparable &&
    ((echoed.has(path) && saysNothing(request, path)) ||
      // A blank text is one that can be repeated.
      (isPayment && ofOrder.has(path) && typeof request[path] !== 'string') ||
      (isPayment && path in terms && saysNothing(objectOf(request.subscription), terms[path] ?? '')));
  if (batch === undefined) return isUnsaid;
  const [asked, answered] = [request[batch.field], answer[batch.field]];
  return (path, keyword) => {
    if (isUnsaid(path)) return true;
    const [, list, index, name] = /^(\w+)\[([0-9]+)\]\.(\w+)$/.exec(path) ?? [];
    if (name === undefined || list !== batch.field) return false;
    if (keyword === 'listed' && isWithoutResult(operation, listOf(answered)[Number(index)])) return true;
    if (!batch.entry.includes(name)) return false;
    // What is no list says nothing about any entry.
    if (!Array.isArray(asked)) return true;
    return (
      count(answered, (entry) => !isObject(entry) || isBlank(entry[name])) <=
      count(asked, (entry) => saysNothing(entry, name))
    );
  };
}

const signature: ReadonlySet<string> = new Set(['encryption_data']);

/** Fields that the result of a payment echoes (2.6, 2.7). */
const ofOrder: ReadonlySet<string> = new Set(['order_no', 'amount', 'currency']);

/** Fields that the result of 2.12 has because the request has them. */
const sameFields: ReadonlySet<string> = new Set([...signature, 'recurring_id', 'contract_name']);

/** Terms of a subscription that the result of a payment repeats, by the member that does (2.6). */
const terms: Readonly<Record<string, string>> = table({
  recurring_deduction_period: 'interval',
  contract_name: 'contract_name',
});

/** Tells an entry that shows no success, and speaks of none to come. */
function isWithoutResult(operation: Operation, entry: JsonValue | undefined): boolean {
  if (!isObject(entry) || entrySucceeded(operation, entry)) return false;
  const { isNo, isLater } = hearingOf(operation, entry);
  return isNo || !isLater;
}

function count(entries: JsonValue | undefined, is: (entry: JsonValue) => boolean): number {
  return Array.isArray(entries) ? entries.filter(is).length : 0;
}

/** Tells an entry of a request that has no text under a name, so that no result can repeat it. */
export function saysNothing(entry: JsonValue, name: string): boolean {
  return !isObject(entry) || typeof entry[name] !== 'string' || isBlank(entry[name]);
}
