import { isDeepStrictEqual } from 'node:util';
import { requestSchema } from '../contract.ts';
import { isObject, objectOf, valueAt } from '../json.ts';
import { isText } from '../judge/grade.ts';
import { stepsOfPath } from '../media/decoded.ts';
import { table } from '../table.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import { isRepeatOf } from './echoes.ts';
import { matchEntries } from './entry-match.ts';
import type { View } from './rule.ts';

/** True for what an answer is asked to repeat: a text, or an object or list of a payout that is not empty (2.13). */
function canRepeat(value: JsonValue | undefined, name: string, { operation }: View): boolean {
  if (operation.family === 'payout' && typeof value === 'object' && value !== null)
    return Object.keys(value).length > 0;
  return isText(value, name);
}

/** Members of a card payment's result that repeat a term of the subscription (2.6). */
const terms: Readonly<Record<string, readonly string[]>> = table({
  recurring_deduction_period: ['subscription', 'interval'],
  contract_name: ['subscription', 'contract_name'],
});

/** Currencies of a request in which a payout may charge its fee (2.13). */
const feeCurrencies = [
  ['payment_currency'],
  ['source_currency'],
  ['beneficiary', 'bank_details', 'account_currency'],
];

/**
 * What a request has for a member of its answer, by the path of the member; for an entry, in each order that the entry
 * may be about. Undefined if the member repeats nothing: a listed record, a number that the service assigns, a text of
 * its own.
 */
function sentFor(view: View, path: string): readonly (JsonValue | undefined)[] | undefined {
  const { operation, request } = view;
  if (operation.answers === 'html' || view.exchange.sent.unknown === true) return undefined;
  const steps = stepsOfPath(path);
  // The answer as a whole repeats nothing.
  if (steps.length === 0) return undefined;
  const [first = '', index, ...rest] = steps;
  const term = operation.id === 'direct-payment' && steps.length === 1 ? terms[String(first)] : undefined;
  if (term !== undefined) return [valueAt(request, term)];
  if (!isDocumentedIn(requestSchema(operation.id), steps)) return undefined;
  if (operation.batch?.field !== first) return [valueAt(request, steps)];
  // The list holds the service's own results.
  if (rest.length === 0) return undefined;
  return (matchEntries(view).answers[Number(index)] ?? []).map((order) => valueAt(order, rest));
}

function isDocumentedIn(schema: JsonObject, steps: readonly (string | number)[]): boolean {
  let part: JsonValue | undefined = schema;
  for (const step of steps) {
    const { items, properties } = objectOf(part);
    part = isObject(items) ? items : objectOf(properties)[step];
  }
  return part !== undefined;
}

/** True if a member that is absent from the answer repeats one that the request does not have as text. */
export function isUnsent(view: View, path: string): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return sentFor(view, path)?.some((value) => !canRepeat(value, name, view)) === true;
}

/** True if a value of the answer repeats the request as it was sent, or as the encoding of the request carried it. */
export function isRepeated(view: View, path: string, value: JsonValue): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const sent =
    name === 'fee_currency'
      ? feeCurrencies.map((steps) => valueAt(view.request, steps))
      : sentFor(view, path);
  return (sent ?? []).some((one) => {
    if (typeof one === 'string' && typeof value === 'string') return isRepeatOf(name, one, value);
    if (isDeepStrictEqual(one, value)) return true;
    // How a form or XML carries an array or object is not documented.
    return typeof one === 'object' && one !== null && view.exchange.sent.encoding !== 'json';
  });
}
