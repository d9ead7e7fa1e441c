import { entrySucceeded, isBlank } from '../history/outcome.ts';
import { isObject, listOf, objectOf } from '../json.ts';
import type { Operation } from '../operations.ts';
import type { View } from '../rules/rule.ts';
import { table } from '../table.ts';
import type { JsonValue } from '../types.ts';
import { partMeaning } from './refusal.ts';

/** Returns whether the member missing at a path, required or `listed`, may be missing. */
type MayOmit = (path: string, keyword: string) => boolean;

/**
 * Returns a test for members that a result may omit because the request omitted them. Results repeat the signature of
 * every request (5.1), the order and subscription terms of a payment (2.6, 2.7) and the fields of a subscription
 * cancellation (2.12). A batch may have as many entries without a name as were sent without it (2.9; entries have no
 * fixed order), and a refused entry needs no result.
 */
export function omissionRule({ operation, request, answer, comparable }: View): MayOmit {
  const { batch } = operation;
  const echoed = operation.family === 'subscription' ? sameFields : signature;
  const isPayment = operation.family === 'payment';
  const isUnsaid = (path: string) =>
    comparable &&
    ((echoed.has(path) && hasNoText(request, path)) ||
      // A blank text can be repeated.
      (isPayment && ofOrder.has(path) && typeof request[path] !== 'string') ||
      (isPayment &&
        path in subscriptionTerms &&
        hasNoText(objectOf(request.subscription), subscriptionTerms[path] ?? '')));
  if (batch === undefined) return isUnsaid;
  const [asked, answered] = [request[batch.field], answer[batch.field]];
  return (path, keyword) => {
    if (isUnsaid(path)) return true;
    const [, list, index, name] = /^(\w+)\[([0-9]+)\]\.(\w+)$/.exec(path) ?? [];
    if (name === undefined || list !== batch.field) return false;
    if (keyword === 'listed' && isWithoutResult(operation, listOf(answered)[Number(index)])) return true;
    if (!batch.entry.includes(name)) return false;
    // A value that is not an array says nothing about any entry.
    if (!Array.isArray(asked)) return true;
    return (
      count(answered, (entry) => !isObject(entry) || isBlank(entry[name])) <=
      count(asked, (entry) => hasNoText(entry, name))
    );
  };
}

const signature: ReadonlySet<string> = new Set(['encryption_data']);

/** Fields of the request that the result of a payment repeats (2.6, 2.7). */
const ofOrder: ReadonlySet<string> = new Set(['order_no', 'amount', 'currency']);

/** Fields of the request that the result of 2.12 repeats. */
const sameFields: ReadonlySet<string> = new Set([...signature, 'recurring_id', 'contract_name']);

/** Subscription terms that the result of a payment repeats: result member to request member (2.6). */
const subscriptionTerms: Readonly<Record<string, string>> = table({
  recurring_deduction_period: 'interval',
  contract_name: 'contract_name',
});

/** True for an entry without success, now or later. */
function isWithoutResult(operation: Operation, entry: JsonValue | undefined): boolean {
  if (!isObject(entry) || entrySucceeded(operation, entry)) return false;
  const { isNo, isLater } = partMeaning(operation, entry);
  return isNo || !isLater;
}

function count(entries: JsonValue | undefined, is: (entry: JsonValue) => boolean): number {
  return Array.isArray(entries) ? entries.filter(is).length : 0;
}

/** True if a request entry has no text under a name, so that no result can repeat it. */
export function hasNoText(entry: JsonValue, name: string): boolean {
  return !isObject(entry) || typeof entry[name] !== 'string' || isBlank(entry[name]);
}
